import { useEventListener } from '@vueuse/core'
import { onActivated, shallowRef, type ShallowRef } from 'vue'
import { answerPlaces, answerSelector } from './answerPlaces'
import { Stillness } from './stillness'
import { useLooks } from './useLooks'

/** What a key, click or scroll of the person's own makes a form look like comes within this time. */
const ownMs = 300

/**
 * Keeps the answering buttons in `root` (`data-answer`) inert until they have stood in their place for half a second, whatever moved
 * them. A pointer answers only where it was pressed and released on the same button after that. `restart` makes them inert once more.
 * `isOwn`: the person opened this to work in it, so buttons that their own keys, clicks and scrolling move stay active.
 * `keysIgnoreMoves`: its buttons keep their meaning wherever they move, so a key, which needs no place, waits only after
 * a `restart`.
 */
export function useStillButtons(
  root: Readonly<ShallowRef<HTMLElement | null>>,
  { isOwn = false, keysIgnoreMoves = false } = {},
) {
  const takesAnswers = shallowRef(isOwn)
  const takesKeys = shallowRef(isOwn)
  /** A button was pressed too early, and does not take answers yet. */
  const isEarly = shallowRef(false)
  const stillness = new Stillness({ isStill: isOwn })
  const sinceRestart = new Stillness({ isStill: isOwn })
  let workedAt = isOwn ? performance.now() : -Infinity
  let pressed: Element | undefined

  onActivated(restart)
  useLooks(look)

  /** Whether it has seen enough: no buttons, or such as have stood still for long enough. */
  function look(): boolean {
    const now = performance.now()
    if (!root.value)
      return true
    takesAnswers.value = stillness.look(answerPlaces(root.value), now, { isExpected: isOwn && now - workedAt < ownMs })
    const isSettled = sinceRestart.look('', now, { isExpected: true })
    takesKeys.value = takesAnswers.value || (keysIgnoreMoves && isSettled)
    isEarly.value &&= !takesAnswers.value
    return takesAnswers.value
  }

  function restart(): void {
    stillness.restart()
    sinceRestart.restart()
    takesAnswers.value = takesKeys.value = false
  }

  function buttonOf({ target }: Event): Element | undefined {
    return (target instanceof Element && target.closest(answerSelector)) || undefined
  }

  function onWork(event: Event): void {
    if (!buttonOf(event))
      workedAt = performance.now()
  }

  function onPress(event: PointerEvent): void {
    // What moved since the last frame has moved under this press.
    look()
    pressed = takesAnswers.value && stillness.wasStillAt(event.timeStamp) ? buttonOf(event) : undefined
  }

  function onClick(event: MouseEvent): void {
    const button = buttonOf(event)
    if (!button)
      return
    look()
    const isByPointer = event.detail > 0
    if (isByPointer ? takesAnswers.value && pressed === button : takesKeys.value)
      return
    isEarly.value = !takesAnswers.value
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  useEventListener(root, ['pointerdown', 'keydown', 'input', 'change', 'wheel', 'touchmove'], onWork, { capture: true, passive: true })
  useEventListener(root, 'pointerdown', onPress, { capture: true })
  useEventListener(root, 'click', onClick, { capture: true })
  // The click or key that brings the window to the front was not meant for what happens to lie under it.
  useEventListener(window, 'focus', restart)
  return { takesAnswers, takesKeys, isEarly, restart }
}
