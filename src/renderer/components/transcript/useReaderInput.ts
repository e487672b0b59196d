import { watch } from 'vue'
import { usePressed } from '../../composables/usePressed'

// Smooth scrolling continues for about this long after the wheel or key.
const inputMs = 600

/** Whether a scrolling view may be the reader's doing: by wheel, finger or key, or while a button is held. */
export function useReaderInput() {
  let lastAt = 0
  const { pressed, onPointerDown } = usePressed()
  const onUserInput = (): void => {
    lastAt = Date.now()
  }
  watch(pressed, onUserInput, { flush: 'sync' })

  return {
    /** A wheel, a finger or a key was used. */
    onUserInput,
    /** The scroll bar is dragged, text selected or something clicked: the reader's input lasts until the button is released. */
    onPointerDown,
    pressed,
    isActive: (): boolean => pressed.value !== null || Date.now() - lastAt < inputMs,
  }
}
