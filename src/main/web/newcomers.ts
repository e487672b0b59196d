/**
 * Connections that have not shown the token, at most `most` of them: one more sends the oldest away. A limit that refused the newest
 * would let anyone who opens enough of them, and says nothing, shut the person out.
 */
export class Newcomers<T> {
  readonly #all = new Set<T>()
  readonly #most: number
  readonly #sendAway: (newcomer: T) => void

  constructor({ most, sendAway }: { most: number, sendAway: (newcomer: T) => void }) {
    this.#most = most
    this.#sendAway = sendAway
  }

  add(newcomer: T): void {
    this.#all.add(newcomer)
    for (const oldest of this.#all) {
      if (this.#all.size <= this.#most)
        break
      this.#all.delete(oldest)
      this.#sendAway(oldest)
    }
  }

  /** It is known by now, or gone. */
  delete(newcomer: T): void {
    this.#all.delete(newcomer)
  }
}
