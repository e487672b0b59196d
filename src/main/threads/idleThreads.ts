import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { Report } from '../system/report'

/** Which threads have an agent that nobody has asked anything for how long, so that it can be let go. */
export class IdleThreads {
  readonly #idleMs: () => number
  readonly #sleep: (threadId: string) => Promise<void>
  readonly #report: Report
  readonly #since = new Map<string, number>()

  /** `idleMs` is how long an agent is kept; 0 is for ever. */
  constructor({ idleMs, sleep, report }: { idleMs: () => number, sleep: (threadId: string) => Promise<void>, report: Report }) {
    this.#idleMs = idleMs
    this.#sleep = sleep
    this.#report = report
  }

  /** To be called whenever a thread has changed. */
  note({ threadId, activity }: Pick<ThreadSummary, 'threadId' | 'activity'>): void {
    if (activity.state !== 'ready')
      this.#since.delete(threadId)
    else if (!this.#since.has(threadId))
      this.#since.set(threadId, Date.now())
  }

  /** The clock went on without us: that was no idle time. */
  clockJumped(byMs: number): void {
    for (const [threadId, since] of this.#since)
      this.#since.set(threadId, since + byMs)
  }

  /** Lets those sleep that were idle for long enough. One that cannot, stays, and is asked again. */
  check(): void {
    const idleMs = this.#idleMs()
    if (idleMs === 0)
      return
    for (const [threadId, since] of this.#since) {
      if (Date.now() - since >= idleMs)
        void this.#sleep(threadId).catch(error => this.#report(error, 'letting an idle agent go'))
    }
  }
}
