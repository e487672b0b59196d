import { useEventListener } from '@vueuse/core'
import { onActivated, shallowRef, type ShallowRef } from 'vue'
import { useLooks } from './useLooks'

/** What a key, click or scroll of the person's own makes a form look like comes within this time. */
const ownMs = 300

/**
 * Keeps the answering buttons in `root` (`data-answer`) inert until they have stayed in place for half a second,
 * whatever moved them. A pointer answers only where it was pressed and released on the same button after that.
 * `restart` makes them inert once more.
 * `isOwn`: the person opened this to work in it, so buttons that their own keys, clicks and scrolling move stay active.
 * `keysIgnoreMoves`: its buttons keep their meaning wherever they move, so a key, which needs no place, waits only
 * after a `restart`.
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

/** Buttons that answer take nothing until they have stood where they are for this long. */
const stillMs = 500
/**
 * A frame that took longer shows no more than this: while the window hung, no one could see where the buttons stood.
 */
const maxFrameMs = 100

/** For how long something has not changed, in time that the window was really drawn. */
export class Stillness {
  #print: string | undefined
  #lookedAt = 0
  #stoodMs: number
  #stillSince: number

  /** `isStill`: where it is at first is expected. */
  constructor({ isStill = false } = {}) {
    this.#stoodMs = isStill ? stillMs : 0
    this.#stillSince = isStill ? 0 : Infinity
  }

  /**
   * Looks once more, at least once a frame; whether what `print` describes has stood for long enough, or changed as
   * expected.
   */
  look(print: string, now: number, { isExpected = false } = {}): boolean {
    if (print !== this.#print && !isExpected)
      this.restart()
    else
      this.#stoodMs += Math.min(now - this.#lookedAt, maxFrameMs)
    this.#print = print
    this.#lookedAt = now
    if (this.#stoodMs < stillMs)
      return false
    this.#stillSince = Math.min(this.#stillSince, now)
    return true
  }

  /** Whether it was so at a moment that may have passed: a click waits while the window hangs. */
  wasStillAt(time: number): boolean {
    return time >= this.#stillSince
  }

  /** From now on it has to stand still again. */
  restart(): void {
    this.#print = undefined
    this.#stoodMs = 0
    this.#stillSince = Infinity
  }
}

/** The buttons that answer a question; others beside them only show more. */
export const answerSelector = '[data-answer]'

/** Where the answering buttons in `root` are on the screen, and which of their parts something lies over. */
function answerPlaces(root: Element): string {
  const view = window.visualViewport
  const zoom = [window.devicePixelRatio, view?.scale, view?.offsetLeft, view?.offsetTop]
  return [zoom.join(' '), ...[...root.querySelectorAll(answerSelector)].map(placeOf)].join('|')
}

function placeOf(button: Element): string {
  const { left, top, right, bottom } = button.getBoundingClientRect()
  return [...[left, top, right, bottom].map(Math.round), ...coveredParts(button, { left, top, right, bottom })].join(' ')
}

/** The middle and the corners, a little inside, because corners are round. */
function coveredParts(button: Element, { left, top, right, bottom }: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>): boolean[] {
  const inset = 4
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + inset, top + inset],
    [right - inset, top + inset],
    [left + inset, bottom - inset],
    [right - inset, bottom - inset],
  ] as const
  return points.map(([x, y]) => !button.contains(document.elementFromPoint(x, y)))
}
