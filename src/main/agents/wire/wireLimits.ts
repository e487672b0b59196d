/** Smaller requests are limited by their number. */
const heavyBytes = 64 * 1024
const maxBytes = 64 * 1024 * 1024

/**
 * The large requests of an agent that are not answered yet. While they are too large together, nothing more is read
 * from the agent.
 */
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
    if (this.#sum > maxBytes)
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
    if (this.#sum <= maxBytes) {
      this.#release?.()
      this.#release = undefined
    }
  }
}

/** Each may be as large as a file or the output of a command. */
const maxAtOnce = 4

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

  /** A finished answer hands its slot to the next waiter directly, so that there are never more than `maxAtOnce`. */
  async #turn(): Promise<void> {
    if (this.#made < maxAtOnce)
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

/** How long the same kind of notice is held back. */
const everyMs = 60_000

/**
 * Passes on each kind of notice at once, then at most once a minute: a flood of faults must not become a flood of
 * notices.
 */
export class ThrottledNotices {
  readonly #emit: (notice: string) => void
  readonly #clock: () => number
  readonly #latest = new Map<string, { at: number, heldBack: number }>()

  constructor(emit: (notice: string) => void, { clock = Date.now }: { clock?: () => number } = {}) {
    this.#emit = emit
    this.#clock = clock
  }

  add(kind: string, notice: string): void {
    const latest = this.#latest.get(kind)
    const now = this.#clock()
    if (latest !== undefined && now - latest.at < everyMs) {
      latest.heldBack++
      return
    }
    this.#latest.set(kind, { at: now, heldBack: 0 })
    this.#emit(latest !== undefined && latest.heldBack > 0 ? `${notice} ${latest.heldBack} more like it came before.` : notice)
  }
}
