import type { FileState } from '../fileState'
import type { Texts } from './texts'
import { stateKey } from '../fileState'
import { countLines, type LineCounts } from '../lineCounts'

/** While an agent works, the list is read after every change: the names must not wait until all lines are counted. */
const maxCountingMs = 200
/** A few hundred bytes each; enough for the lists of several threads. */
const maxRemembered = 10_000

/** Earlier counts, by both states; `undefined` for a file that has no lines. */
export type CountedLines = Map<string, LineCounts | undefined>

/** Counts lines that differ until its time is over. What it counts is remembered, so that the next one gets further. */
export class LineCounter {
  readonly #texts: Texts
  readonly #counted: CountedLines
  readonly #untilMs = performance.now() + maxCountingMs

  constructor(texts: Texts, counted: CountedLines) {
    this.#texts = texts
    this.#counted = counted
  }

  /**
   * Without `counts` where there are no lines, or no time. `isWhole`: as far as is known, only the whole change can be
   * decided about.
   */
  count(before: FileState, after: FileState): { counts?: LineCounts, isWhole: boolean } {
    const isWhole = before.kind !== 'file' || after.kind !== 'file' || before.hash === after.hash
    const key = `${stateKey(before)} ${stateKey(after)}`
    if (!this.#counted.has(key)) {
      if (performance.now() > this.#untilMs)
        return { isWhole }
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
