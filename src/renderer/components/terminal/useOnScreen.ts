import { onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'

/** Whether the element can be seen: near the visible part of its page, in a window that is not hidden. */
export function useOnScreen(element: Readonly<Ref<Element | null>>): Readonly<ShallowRef<boolean>> {
  const isSeen = shallowRef(!document.hidden)
  let isNear = true
  const update = () => isSeen.value = isNear && !document.hidden
  const observer = typeof IntersectionObserver === 'undefined'
    ? undefined
    : new IntersectionObserver((entries) => {
        isNear = entries.at(-1)!.isIntersecting
        update()
        // `rootMargin` ends at the edges of the list that scrolls; `scrollMargin` reaches beyond them, into the list's content.
      }, { rootMargin: '200px', scrollMargin: '1000px' })
  watch(element, (now, before) => {
    if (before)
      observer?.unobserve(before)
    if (now)
      observer?.observe(now)
  }, { immediate: true, flush: 'post' })
  document.addEventListener('visibilitychange', update)
  onScopeDispose(() => {
    observer?.disconnect()
    document.removeEventListener('visibilitychange', update)
  })
  return isSeen
}
