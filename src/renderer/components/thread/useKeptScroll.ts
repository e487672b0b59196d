import { nextTick, onActivated, onMounted, onScopeDispose, type Ref } from 'vue'

/** Gives scrolling parts below `root` their place back when a kept-alive component is shown again: leaving the page resets it. */
export function useKeptScroll(root: Readonly<Ref<HTMLElement | null>>): void {
  const places = new Map<Element, { top: number, isAtEnd: boolean }>()
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.isConnected && target.clientHeight > 0)
      places.set(target, { top: target.scrollTop, isAtEnd: target.scrollTop + target.clientHeight >= target.scrollHeight - 2 })
  }
  onMounted(() => root.value?.addEventListener('scroll', note, { capture: true, passive: true }))
  onScopeDispose(() => root.value?.removeEventListener('scroll', note, { capture: true }))
  onActivated(() => {
    const kept = [...places].filter(([element]) => root.value?.contains(element))
    void nextTick(() => {
      for (const [element, { top, isAtEnd }] of kept)
        element.scrollTop = isAtEnd ? element.scrollHeight : top
    })
  })
}
