/** Serializes work on the same path. */
export class PathQueue {
  readonly #last = new Map<string, Promise<void>>()

  async run<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(path)
    const result = (before ?? Promise.resolve()).then(work)
    const done = result.then(() => undefined, () => undefined) // the caller of `run` gets the error
    this.#last.set(path, done)
    try {
      return await result
    }
    finally {
      if (this.#last.get(path) === done)
        this.#last.delete(path)
    }
  }
}
