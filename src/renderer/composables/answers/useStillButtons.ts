import { useEventListener } from '@vueuse/core'
import { onActivated, shallowRef, type ShallowRef } from 'vue'
import { useFrameChecks } from './useFrameChecks'

/** Changes within this time after a key, click or scroll count as caused by the person. */
const ownChangeMs = 300

/**
 * Keeps the answer buttons in `root` (`data-answer`) inert until they have stayed in place for half a second. A pointer
 * answers only if it was then pressed and released on the same button. `restart` makes the buttons inert again. With
 * `isOwn`, for forms that the person opened, moves caused by the person's own input don't count. With
 * `keysIgnoreMoves`, keys are ignored only after a `restart`, as they don't depend on positions. Long because its
 * listeners share the times of moves.
 */
export function useStillButtons(
  root: Readonly<ShallowRef<HTMLElement | null>>,
  { isOwn = false, keysIgnoreMoves = false } = {},
) {
  const takesAnswers = shallowRef(isOwn)
  const takesKeys = shallowRef(isOwn)
  /** Whether a button was pressed too early. */
  const isEarly = shallowRef(false)
  const stillness = new Stillness({ isStill: isOwn })
  const sinceRestart = new Stillness({ isStill: isOwn })
  let workedAt = isOwn ? performance.now() : -Infinity
  let pressed: Element | undefined

  onActivated(restart)
  useFrameChecks(check)

  /** Checks the buttons. Returns whether there are none or they have been still for long enough. */
  function check(): boolean {
    const now = performance.now()
    if (!root.value)
      return true
    const isExpected = isOwn && now - workedAt < ownChangeMs
    takesAnswers.value = stillness.check(describeButtons(root.value), now, { isExpected })
    const isSettled = sinceRestart.check('', now, { isExpected: true })
    takesKeys.value = takesAnswers.value || (keysIgnoreMoves && isSettled)
    isEarly.value &&= !takesAnswers.value
    return takesAnswers.value
  }

  function restart(): void {
    stillness.restart()
    sinceRestart.restart()
    takesAnswers.value = takesKeys.value = false
  }

  function findButton({ target }: Event): Element | undefined {
    return (target instanceof Element && target.closest(answerSelector)) || undefined
  }

  function onOwnInput(event: Event): void {
    if (!findButton(event))
      workedAt = performance.now()
  }

  function onPress(event: PointerEvent): void {
    // The button may have moved since the last frame.
    check()
    pressed = takesAnswers.value && stillness.wasStillAt(event.timeStamp) ? findButton(event) : undefined
  }

  function onClick(event: MouseEvent): void {
    const button = findButton(event)
    if (!button)
      return
    check()
    const isByPointer = event.detail > 0
    if (isByPointer ? takesAnswers.value && pressed === button : takesKeys.value)
      return
    isEarly.value = !takesAnswers.value
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  useEventListener(root, ['pointerdown', 'keydown', 'input', 'change', 'wheel', 'touchmove'], onOwnInput, { capture: true, passive: true })
  useEventListener(root, 'pointerdown', onPress, { capture: true })
  useEventListener(root, 'click', onClick, { capture: true })
  // The click or key that focuses the window is not meant for a button.
  useEventListener(window, 'focus', restart)
  return { takesAnswers, takesKeys, isEarly, restart }
}

/** How long answer buttons must stay in place before they become active. */
const stillMs = 500
/** Maximum time that counts per frame, as the person can't see changes while the window hangs. */
const maxFrameMs = 100

/** Measures for how long something has not changed while the window was being drawn. */
export class Stillness {
  #print: string | undefined
  #lookedAt = 0
  #stoodMs: number
  #stillSince: number

  /** With `isStill`, the initial state counts as still. */
  constructor({ isStill = false } = {}) {
    this.#stoodMs = isStill ? stillMs : 0
    this.#stillSince = isStill ? 0 : Infinity
  }

  /**
   * Must be called at least once per frame. Returns whether `print` has been the same for long enough, or changed as
   * expected.
   */
  check(print: string, now: number, { isExpected = false } = {}): boolean {
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

  /** Whether it was still at an earlier time. Needed as clicks are delayed while the window hangs. */
  wasStillAt(time: number): boolean {
    return time >= this.#stillSince
  }

  /** Restarts the measurement. */
  restart(): void {
    this.#print = undefined
    this.#stoodMs = 0
    this.#stillSince = Infinity
  }
}

/** Selector of buttons that answer a question. Other buttons only show more. */
export const answerSelector = '[data-answer]'

/** Describes the positions of the answer buttons in `root` and their covered parts. */
function describeButtons(root: Element): string {
  const view = window.visualViewport
  const zoom = [window.devicePixelRatio, view?.scale, view?.offsetLeft, view?.offsetTop]
  return [zoom.join(' '), ...[...root.querySelectorAll(answerSelector)].map(describeButton)].join('|')
}

function describeButton(button: Element): string {
  const { left, top, right, bottom } = button.getBoundingClientRect()
  return [
    ...[left, top, right, bottom].map(Math.round),
    ...listCoveredParts(button, { left, top, right, bottom }),
  ].join(' ')
}

/** Lists whether the centre and the corners are covered. Corners are inset slightly, as they are round. */
function listCoveredParts(
  button: Element,
  { left, top, right, bottom }: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>,
): boolean[] {
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
