/** Buttons that answer take nothing until they have stood where they are for this long. */
const stillMs = 500
/** A frame that took longer shows no more than this: while the window hung, nobody could see where the buttons stood. */
const maxFrameMs = 100

/** For how long something has not changed, in time that the window was really drawn. */
export class Stillness {
  #print: string | undefined
  #lookedAt = 0
  #stoodMs: number
  #stillSince: number

  /** `isStill`: where it stands at first is expected. */
  constructor({ isStill = false } = {}) {
    this.#stoodMs = isStill ? stillMs : 0
    this.#stillSince = isStill ? 0 : Infinity
  }

  /** Looks once more, at least once a frame; whether what `print` describes has stood for long enough, or changed as expected. */
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

  /** From now on it has to stand still anew. */
  restart(): void {
    this.#print = undefined
    this.#stoodMs = 0
    this.#stillSince = Infinity
  }
}
