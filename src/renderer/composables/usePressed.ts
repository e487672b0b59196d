import { onScopeDispose, readonly, shallowRef } from 'vue'

/**
 * The pressed element, until after its click event. If a pressed element moves or is replaced before that, the browser
 * drops the click.
 */
export function usePressed() {
  const pressed = shallowRef<EventTarget | null>(null)
  let released = new AbortController()
  onScopeDispose(() => released.abort())

  return {
    pressed: readonly(pressed),
    onPointerDown({ target }: PointerEvent): void {
      pressed.value = target
      released.abort()
      released = new AbortController()
      const { signal } = released
      const release = (event: PointerEvent): void => {
        if (event.type === 'pointermove' && event.buttons !== 0)
          return
        released.abort()
        // The click follows `pointerup` in the same task.
        setTimeout(() => pressed.value = null)
      }
      // Some browsers fire no event when the scroll bar is released, so the next move ends the press.
      for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const)
        window.addEventListener(type, release, { signal, capture: true })
    },
  }
}
