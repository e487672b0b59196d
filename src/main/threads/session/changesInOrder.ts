import { HostError, messageOf } from '../../../shared/errors'

/** Changes of a session that go out one after another: each answer is the whole list, and the last one must win. */
export class ChangesInOrder {
  #last: Promise<unknown> = Promise.resolve()
  /** What the person is setting. */
  readonly #chosen = new Set<Promise<unknown>>()

  get isChoosing(): boolean {
    return this.#chosen.size > 0
  }

  /** Once those before it are done, however they ended. */
  make<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change)
    this.#last = done.catch(() => undefined) // its caller gets the error
    return done
  }

  /** The same for one of the person's. */
  async choose(change: () => Promise<void>): Promise<void> {
    const done = this.make(change)
    this.#chosen.add(done)
    await done.finally(() => this.#chosen.delete(done))
  }

  /**
   * Resolves once all are done. Rejects when one of the person's failed: what waited for it was written for an agent in the mode that they
   * had just chosen.
   */
  async settled(): Promise<void> {
    const chosen = Promise.allSettled(this.#chosen)
    await this.#last
    const refused = (await chosen).find(({ status }) => status === 'rejected')
    if (refused?.status === 'rejected')
      throw new HostError('agent_failed', `The agent is not set as you chose: ${messageOf(refused.reason)}`, { cause: refused.reason })
  }
}
