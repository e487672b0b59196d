import type { ThreadSummary } from '../../shared/contract/threadSummary'

/** Tracks how long each thread's agent has been idle. */
export class IdleThreads {
  readonly #idleMs: () => number
  readonly #since = new Map<string, number>()

  /** `idleMs`: how long an idle agent is kept running; 0 means forever. */
  constructor({ idleMs }: { idleMs: () => number }) {
    this.#idleMs = idleMs
  }

  /** Call this whenever a thread has changed. */
  update({ threadId, activity }: Pick<ThreadSummary, 'threadId' | 'activity'>): void {
    if (activity.state !== 'ready')
      this.#since.delete(threadId)
    else if (!this.#since.has(threadId))
      this.#since.set(threadId, Date.now())
  }

  /** Excludes time during which the machine slept. */
  clockJumped(byMs: number): void {
    for (const [threadId, since] of this.#since)
      this.#since.set(threadId, since + byMs)
  }

  /**
   * Returns the threads whose agents have been idle long enough to shut down. If an agent keeps running, its thread is
   * returned again later.
   */
  due(): string[] {
    const idleMs = this.#idleMs()
    return idleMs === 0
      ? []
      : [...this.#since].filter(([, since]) => Date.now() - since >= idleMs).map(([threadId]) => threadId)
  }
}
