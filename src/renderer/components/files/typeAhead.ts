/** Letters that follow each other faster than this make one word. */
const wordMs = 700

/** Finds a line of a list by the letters that are typed. */
export class TypeAhead {
  #typed = ''
  #typedAt = 0

  /** The index of the next name that begins with what was typed, looked for from `from` on and once around; `undefined`: there is none. */
  find(letter: string, names: readonly string[], from: number): number | undefined {
    const now = performance.now()
    this.#typed = (now - this.#typedAt > wordMs ? '' : this.#typed) + letter.toLowerCase()
    this.#typedAt = now
    // The same letter again goes on to the next line that begins with it.
    const isRepeated = [...this.#typed].every(one => one === this.#typed[0])
    const sought = isRepeated ? this.#typed[0]! : this.#typed
    const first = from + (isRepeated ? 1 : 0)
    const order = [...names.keys()].map(index => (first + index) % names.length)
    return order.find(index => names[index]!.toLowerCase().startsWith(sought))
  }
}
