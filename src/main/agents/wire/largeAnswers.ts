/** Each may estimateBytes as much as a file or the output of a command. */
const mostAtOnce = 4

/** Makes answers that may be large: few at a time, and none while the agent does not read those that it has. */
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

  /** The place of one that is done goes to the next without ever being free, so that no more than these are made. */
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
