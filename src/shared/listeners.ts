/** The listeners for one kind of event. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>()

  /** Returns a function that unsubscribes. */
  add(listener: (value: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  emit(value: T): void {
    // Listeners may be added or removed during the call.
    for (const listener of [...this.#all])
      listener(value)
  }

  clear(): void {
    this.#all.clear()
  }
}
