/** Each may be as large as a file or the output of a command. */
const mostAtOnce = 4

/** Makes large answers: few at a time, and none while the agent does not read. */
export class LargeAnswers {
  readonly #room: () => Promise<void>
  readonly #waiting: (() => void)[] = []
  #made = 0

  constructor(room: () => Promise<void>) {
    this.#room = room
  }

  async make<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      await this.#room()
      return await work()
    }
    finally {
      this.#next()
    }
  }

  /** A finished answer hands its slot to the next waiter directly, so that there are never more than `mostAtOnce`. */
  async #turn(): Promise<void> {
    if (this.#made < mostAtOnce)
      this.#made++
    else
      await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  #next(): void {
    const next = this.#waiting.shift()
    if (next)
      next()
    else
      this.#made--
  }
}
