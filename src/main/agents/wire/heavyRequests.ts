/** Smaller requests are limited by their number. */
const heavyBytes = 64 * 1024
const mostBytes = 64 * 1024 * 1024

/** The large requests of an agent that are not answered yet. While they are too large together, nothing more is read from the agent. */
export class HeavyRequests {
  readonly #holdInput: () => () => void
  /** By id; an agent may use an id twice. */
  readonly #open = new Map<unknown, number[]>()
  #sum = 0
  #release: (() => void) | undefined

  constructor(holdInput: () => () => void) {
    this.#holdInput = holdInput
  }

  asked(id: unknown, weight: number): void {
    if (weight < heavyBytes)
      return
    this.#open.set(id, [...this.#open.get(id) ?? [], weight])
    this.#sum += weight
    if (this.#sum > mostBytes)
      this.#release ??= this.#holdInput()
  }

  answered(id: unknown): void {
    const [weight, ...others] = this.#open.get(id) ?? []
    if (weight === undefined)
      return
    if (others.length > 0)
      this.#open.set(id, others)
    else
      this.#open.delete(id)
    this.#sum -= weight
    if (this.#sum <= mostBytes) {
      this.#release?.()
      this.#release = undefined
    }
  }
}
