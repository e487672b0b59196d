/** Smaller requests are already bounded by the limit on open requests. */
const heavyBytes = 64 * 1024
const maxBytes = 64 * 1024 * 1024

/** Tracks an agent's large pending requests. Pauses reading from the agent while their total exceeds `maxBytes`. */
export class HeavyRequests {
  readonly #holdInput: () => () => void
  /** Weights by request id; an agent may reuse an id. */
  readonly #open = new Map<unknown, number[]>()
  #sum = 0
  #release: (() => void) | undefined

  constructor(holdInput: () => () => void) {
    this.#holdInput = holdInput
  }

  add(id: unknown, weight: number): void {
    if (weight < heavyBytes)
      return
    this.#open.set(id, [...this.#open.get(id) ?? [], weight])
    this.#sum += weight
    if (this.#sum > maxBytes)
      this.#release ??= this.#holdInput()
  }

  remove(id: unknown): void {
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

/** Each response may be as large as a file or a command's output. */
const maxAtOnce = 4

/** Limits how many large responses are prepared at a time; none while the agent does not read. */
export class LargeAnswers {
  readonly #whenWritable: () => Promise<void>
  readonly #waiting: (() => void)[] = []
  #active = 0

  constructor(whenWritable: () => Promise<void>) {
    this.#whenWritable = whenWritable
  }

  async make<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquireSlot()
    try {
      await this.#whenWritable()
      return await work()
    }
    finally {
      this.#releaseSlot()
    }
  }

  /** A finished response passes its slot directly to the next waiter, so that `maxAtOnce` is never exceeded. */
  async #acquireSlot(): Promise<void> {
    if (this.#active < maxAtOnce)
      this.#active++
    else
      await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  #releaseSlot(): void {
    const next = this.#waiting.shift()
    if (next)
      next()
    else
      this.#active--
  }
}

/** Minimum interval between notices of the same kind. */
const intervalMs = 60_000

/** Emits the first notice of a kind immediately, then at most one per minute, to avoid a flood of notices. */
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
    if (latest !== undefined && now - latest.at < intervalMs) {
      latest.heldBack++
      return
    }
    this.#latest.set(kind, { at: now, heldBack: 0 })
    this.#emit(
      latest !== undefined && latest.heldBack > 0 ? `${notice} ${latest.heldBack} more like it came before.` : notice,
    )
  }
}
