/**
 * Connections that have not yet shown the token, at most `max` of them: one more evicts the oldest. A limit that refused the newest would
 * let anyone who opens enough silent connections shut the person out.
 */
export class PendingConnections<T> {
  readonly #all = new Set<T>()
  readonly #max: number
  readonly #evict: (connection: T) => void

  constructor({ max, evict }: { max: number, evict: (connection: T) => void }) {
    this.#max = max
    this.#evict = evict
  }

  add(connection: T): void {
    this.#all.add(connection)
    for (const oldest of this.#all) {
      if (this.#all.size <= this.#max)
        break
      this.#all.delete(oldest)
      this.#evict(oldest)
    }
  }

  /** It has shown the token, or is gone. */
  delete(connection: T): void {
    this.#all.delete(connection)
  }
}
