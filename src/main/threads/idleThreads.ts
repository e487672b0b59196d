import type { ThreadSummary } from '../../shared/contract/threadSummary'

/** Knows since when the agent of each thread has been idle. */
export class IdleThreads {
  readonly #idleMs: () => number
  readonly #since = new Map<string, number>()

  /** `idleMs` is how long an idle agent is kept; 0 is forever. */
  constructor({ idleMs }: { idleMs: () => number }) {
    this.#idleMs = idleMs
  }

  /** To be called whenever a thread has changed. */
  update({ threadId, activity }: Pick<ThreadSummary, 'threadId' | 'activity'>): void {
    if (activity.state !== 'ready')
      this.#since.delete(threadId)
    else if (!this.#since.has(threadId))
      this.#since.set(threadId, Date.now())
  }

  /** The machine slept for so long: that was no idle time. */
  clockJumped(byMs: number): void {
    for (const [threadId, since] of this.#since)
      this.#since.set(threadId, since + byMs)
  }

  /** The threads whose agent has been idle for long enough to be shut down. One that cannot be is due again. */
  due(): string[] {
    const idleMs = this.#idleMs()
    return idleMs === 0 ? [] : [...this.#since].filter(([, since]) => Date.now() - since >= idleMs).map(([threadId]) => threadId)
  }
}
