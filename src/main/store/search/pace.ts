/** Longer than this, and something else that the host has to do would wait. */
const mostMs = 5

/** How much is done at once, by how long it took before: counts alone say nothing of the machine, nor of what else it does. */
export class Pace {
  readonly #least: number
  readonly #most: number
  #amount: number

  constructor({ least, most }: { least: number, most: number }) {
    this.#least = least
    this.#most = this.#amount = most
  }

  get amount(): number {
    return this.#amount
  }

  /** Notes how long the last batch took. */
  took(ms: number): void {
    this.#amount = ms > mostMs ? Math.max(this.#least, this.#amount >> 1) : Math.min(this.#most, this.#amount + 1)
  }
}
