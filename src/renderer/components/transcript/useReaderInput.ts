import { onScopeDispose } from 'vue'

// Smooth scrolling continues for about this long after the wheel or key.
const inputMs = 600

/** Whether a scrolling view may be the reader's doing: by wheel, finger or key, or while a button is held. */
export function useReaderInput() {
  let lastAt = 0
  let held: AbortController | undefined
  onScopeDispose(() => held?.abort())

  return {
    /** A wheel, a finger or a key was used. */
    onUserInput(): void {
      lastAt = Date.now()
    },
    /** The scroll bar is dragged, or text selected: the reader's input lasts until the button is released. */
    onHold(): void {
      held?.abort()
      held = new AbortController()
      const release = (event: PointerEvent) => {
        if (event.type === 'pointermove' && event.buttons !== 0)
          return
        lastAt = Date.now()
        held?.abort()
        held = undefined
      }
      // Not every browser fires an event when the scroll bar is released; the next move then shows it.
      for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const)
        window.addEventListener(type, release, { signal: held.signal })
    },
    isActive: (): boolean => held !== undefined || Date.now() - lastAt < inputMs,
  }
}
