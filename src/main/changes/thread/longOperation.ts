import type { ReviewOutcome, ReviewProgress } from '../../../shared/changes/change'
import type { LedgerOutcome } from '../ledgerCalls'
import type { LedgerClient } from '../ledgers'

/**
 * Carries out what a person decided about many files, bit by bit: in between, the ledger answers other calls, such as
 * for a prompt that is about to be sent. `progress` says how far it is.
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

  /** Leaves the rest undone as soon as the ledger answers, if it can be left so. */
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
