import type { FileState } from '../fileState'
import type { Texts } from './texts'
import { toStateKey } from '../fileState'
import { countLines, type LineCounts } from '../lineCounts'

/** The list is read after every change while an agent works, so file names must not wait for all counts. */
const maxCountingMs = 200
/** Maximum number of cached counts: a few hundred bytes each, enough for the lists of several threads. */
const maxRemembered = 10_000

/** Cached counts by the states before and after; `undefined` for files without lines. */
export type CountedLines = Map<string, LineCounts | undefined>

/** Counts changed lines within a time limit. Counts are cached, so the next call gets further. */
export class LineCounter {
  readonly #texts: Texts
  readonly #counted: CountedLines
  readonly #untilMs = performance.now() + maxCountingMs
  #isCut = false

  constructor(texts: Texts, counted: CountedLines) {
    this.#texts = texts
    this.#counted = counted
  }

  /** Whether something was not counted because of the time limit. */
  get isCut(): boolean {
    return this.#isCut
  }

  /**
   * Returns no `counts` for files without lines or after the time limit. `isWhole`: as far as known, the change can
   * only be decided as a whole.
   */
  count(before: FileState, after: FileState): { counts?: LineCounts, isWhole: boolean } {
    const isWhole = before.kind !== 'file' || after.kind !== 'file' || before.hash === after.hash
    const key = `${toStateKey(before)} ${toStateKey(after)}`
    if (!this.#counted.has(key)) {
      if (performance.now() > this.#untilMs) {
        this.#isCut = true
        return { isWhole }
      }
      this.#remember(key, this.#count(before, after))
    }
    const counts = this.#counted.get(key)
    return counts ? { counts, isWhole } : { isWhole: true }
  }

  #count(before: FileState, after: FileState): LineCounts | undefined {
    const [old, fresh] = this.#texts.decode(before, after) ?? []
    return old === undefined || fresh === undefined ? undefined : countLines(old, fresh)
  }

  /** Evicts the oldest count when there are too many. */
  #remember(key: string, counts: LineCounts | undefined): void {
    if (this.#counted.size >= maxRemembered)
      this.#counted.delete(this.#counted.keys().next().value!)
    this.#counted.set(key, counts)
  }
}
