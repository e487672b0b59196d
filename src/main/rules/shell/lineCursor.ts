/** Thrown where a shell line may mean more than is understood. */
export class Unsure extends Error {}

/**
 * A place in a shell line that moves from left to right. It knows characters, quotes and blanks, not what they mean
 * together.
 */
export class LineCursor {
  readonly line: string
  #at = 0

  constructor(line: string) {
    this.line = line
  }

  get at(): number {
    return this.#at
  }

  /** The character here; `undefined` at the end. */
  get here(): string | undefined {
    return this.line[this.#at]
  }

  get next(): string | undefined {
    return this.line[this.#at + 1]
  }

  startsWith(text: string): boolean {
    return this.line.startsWith(text, this.#at)
  }

  /** What was passed from `start` on. */
  since(start: number): string {
    return this.line.slice(start, this.#at)
  }

  skip(characters = 1): void {
    this.#at += characters
  }

  skipBlanks(): void {
    while (this.here === ' ' || this.here === '\t')
      this.#at++
  }

  /** Passes what fits the pattern, which has to be a sticky one, here. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.line)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  /** The text between the quote here and the next one. */
  upTo(quote: string): string {
    const end = this.line.indexOf(quote, this.#at + 1)
    if (end < 0)
      throw new Unsure('a quote is not closed')
    const text = this.line.slice(this.#at + 1, end)
    this.#at = end + 1
    return text
  }

  /** The character that the backslash here protects. */
  escaped(): string {
    const character = this.next
    if (character === undefined || character === '\n')
      throw new Unsure('a line goes on after a backslash')
    this.#at += 2
    return character
  }
}
