import { onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'

/** Whether the element can be seen: near the visible part of the list that it is in, in a window that is not hidden. */
export function useOnScreen(element: Readonly<Ref<Element | null>>): Readonly<ShallowRef<boolean>> {
  const isSeen = shallowRef(!document.hidden)
  let isNear = true
  let observer: IntersectionObserver | undefined
  const update = () => isSeen.value = isNear && !document.hidden
  watch(element, (now) => {
    observer?.disconnect()
    if (!now || typeof IntersectionObserver === 'undefined')
      return
    // The list is the root: Chromium does not look again at what a `scrollMargin` brought near without a further scroll.
    observer = new IntersectionObserver((entries) => {
      isNear = entries.at(-1)!.isIntersecting
      update()
    }, { root: scrollingAround(now), rootMargin: '1000px' })
    observer.observe(now)
  }, { immediate: true, flush: 'post' })
  document.addEventListener('visibilitychange', update)
  onScopeDispose(() => {
    observer?.disconnect()
    document.removeEventListener('visibilitychange', update)
  })
  return isSeen
}

function scrollingAround(element: Element): Element | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY))
      return around
  }
  return null
}
