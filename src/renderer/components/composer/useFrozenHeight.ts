import { useEventListener } from '@vueuse/core'
import { nextTick, onActivated, onMounted, type ShallowRef, watch } from 'vue'

/** Keeps an element as high as it is while `isFrozen`; only the person, who resizes the window, gives it another height. */
export function useFrozenHeight(element: Readonly<ShallowRef<HTMLElement | null>>, isFrozen: () => boolean): void {
  function apply(): void {
    // Kept for later, it has no height; when it is shown again it has.
    if (!element.value?.isConnected)
      return
    element.value.style.blockSize = ''
    if (isFrozen())
      element.value.style.blockSize = `${element.value.getBoundingClientRect().height}px`
  }
  onMounted(apply)
  onActivated(apply)
  // Before the change is drawn: what comes together with a question does not count.
  watch(isFrozen, apply, { flush: 'pre' })
  useEventListener(window, 'resize', () => nextTick(apply))
}
