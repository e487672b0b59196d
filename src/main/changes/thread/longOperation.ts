import type { ReviewOutcome, ReviewProgress } from '../../../shared/changes/change'
import type { LedgerOutcome } from '../ledgerCalls'
import type { LedgerClient } from '../ledgers'

/**
 * Executes a decision about many files in steps, so that the ledger can answer other calls in between, such as a
 * prompt's.
 */
export class LongOperation {
  #progress: ReviewProgress | undefined
  #isStopped = false

  get progress(): ReviewProgress | undefined {
    return this.#progress
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  begin(): void {
    this.#isStopped = false
  }

  /** Stops after the current step if the operation can be left unfinished. */
  stop(): void {
    this.#isStopped = true
  }

  async finish(ledger: Pick<LedgerClient, 'resume'>, begun: LedgerOutcome): Promise<ReviewOutcome> {
    const left = [...begun.left]
    let outcome = begun
    try {
      while (outcome.unfinished) {
        const { operation, of, canStop } = outcome.unfinished
        this.#progress = { done: outcome.done, of, canStop }
        outcome = await ledger.resume({ operation, stops: this.#isStopped })
        left.push(...outcome.left)
      }
    }
    finally {
      this.#progress = undefined
    }
    return { done: outcome.done, left, ...begun.paths && { paths: begun.paths } }
  }
}
