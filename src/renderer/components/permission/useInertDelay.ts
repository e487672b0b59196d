import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { shallowRef } from 'vue'

/** A question that just appeared, or whose window just came to the front, takes no answer for this long. */
const inertMs = 500

/** Whether a question takes answers yet; `restart` makes it inert once more. */
export function useInertDelay() {
  const takesAnswers = shallowRef(false)
  const { start } = useTimeoutFn(() => takesAnswers.value = true, inertMs, { immediate: false })

  function restart(): void {
    takesAnswers.value = false
    start()
  }
  // The click or key that brings the window to the front was not meant for what happens to lie under it.
  useEventListener(window, 'focus', restart)
  return { takesAnswers, restart }
}
