import { useEventListener } from '@vueuse/core'
import { onActivated, shallowRef, type ShallowRef } from 'vue'
import { useFrameChecks } from './useFrameChecks'

/** Changes within this time after a key, click or scroll count as caused by the person. */
const ownMs = 300

/**
 * Keeps the answer buttons in `root` (`data-answer`) inert until they have stayed in place for half a second, whatever
 * moved them. A pointer answers only if it was pressed and released on the same button after that. `restart` makes them
 * inert again. `isOwn`: the person opened this form, so buttons moved by their own keys, clicks and scrolling stay
 * active. `keysIgnoreMoves`: the buttons keep their meaning when they move, so keys, which need no position, wait only
 * after a `restart`. Long because its listeners share what moved and when.
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
  useFrameChecks(look)

  /** Checks the buttons. Returns whether there are none or they have been still for long enough. */
  function look(): boolean {
    const now = performance.now()
    if (!root.value)
      return true
    const isExpected = isOwn && now - workedAt < ownMs
    takesAnswers.value = stillness.look(describeButtons(root.value), now, { isExpected })
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

  function findButton({ target }: Event): Element | undefined {
    return (target instanceof Element && target.closest(answerSelector)) || undefined
  }

  function onWork(event: Event): void {
    if (!findButton(event))
      workedAt = performance.now()
  }

  function onPress(event: PointerEvent): void {
    // A button may have moved since the last frame.
    look()
    pressed = takesAnswers.value && stillness.wasStillAt(event.timeStamp) ? findButton(event) : undefined
  }

  function onClick(event: MouseEvent): void {
    const button = findButton(event)
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
  // The click or key that focuses the window was not meant for the button under it.
  useEventListener(window, 'focus', restart)
  return { takesAnswers, takesKeys, isEarly, restart }
}

/** How long answer buttons must stay in place before they become active. */
const stillMs = 500
/** Maximum time that a frame counts for, as the person can't see the buttons while the window hangs. */
const maxFrameMs = 100

/** Measures how long something has not changed, in time during which the window was drawn. */
export class Stillness {
  #print: string | undefined
  #lookedAt = 0
  #stoodMs: number
  #stillSince: number

  /** `isStill`: the initial state counts as still. */
  constructor({ isStill = false } = {}) {
    this.#stoodMs = isStill ? stillMs : 0
    this.#stillSince = isStill ? 0 : Infinity
  }

  /**
   * Checks again; to be called at least once per frame. Returns whether `print` has been the same for long enough, or
   * changed as expected.
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

  /** Whether it was still at an earlier time, as clicks are delayed while the window hangs. */
  wasStillAt(time: number): boolean {
    return time >= this.#stillSince
  }

  /** Starts the measurement again. */
  restart(): void {
    this.#print = undefined
    this.#stoodMs = 0
    this.#stillSince = Infinity
  }
}

/** Buttons that answer a question. Others only show more. */
export const answerSelector = '[data-answer]'

/** Describes the positions of the answer buttons in `root` and which of their parts are covered. */
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

/** Tells whether the centre and the corners, slightly inset as they are round, are covered. */
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
