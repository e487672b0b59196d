/** The same trouble is told of again after this long. */
const everyMs = 60_000

/** Tells of each kind of trouble at once, and then at most once a minute: a flood of faults must not become a flood of notices. */
export class SparseNotices {
  readonly #tell: (notice: string) => void
  readonly #clock: () => number
  readonly #told = new Map<string, { at: number, untold: number }>()

  constructor(tell: (notice: string) => void, { clock = Date.now }: { clock?: () => number } = {}) {
    this.#tell = tell
    this.#clock = clock
  }

  add(kind: string, notice: string): void {
    const told = this.#told.get(kind)
    const now = this.#clock()
    if (told !== undefined && now - told.at < everyMs) {
      told.untold++
      return
    }
    this.#told.set(kind, { at: now, untold: 0 })
    this.#tell(told !== undefined && told.untold > 0 ? `${notice} It was not the only one: ${told.untold} more before it.` : notice)
  }
}
