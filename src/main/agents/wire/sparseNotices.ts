/** How long the same kind of notice is held back. */
const everyMs = 60_000

/** Passes on each kind of notice at once, then at most once a minute: a flood of faults must not become a flood of notices. */
export class SparseNotices {
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
