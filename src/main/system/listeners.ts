/** Those who want to hear of one kind of thing. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>()

  /** Returns a function that stops it. */
  add(listener: (value: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(value: T): void {
    // A listener may leave, or others join, while they are told.
    for (const listener of [...this.#all])
      listener(value)
  }

  clear(): void {
    this.#all.clear()
  }
}
