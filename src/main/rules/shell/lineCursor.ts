/** Thrown if a shell line may have effects that the reader does not understand. */
export class Unsure extends Error {}

/** A cursor in a shell line. Handles characters, quotes and blanks, but not the grammar. */
export class LineCursor {
  readonly line: string
  #at = 0

  constructor(line: string) {
    this.line = line
  }

  get at(): number {
    return this.#at
  }

  /** The current character; `undefined` at the end. */
  get here(): string | undefined {
    return this.line[this.#at]
  }

  get next(): string | undefined {
    return this.line[this.#at + 1]
  }

  startsWith(text: string): boolean {
    return this.line.startsWith(text, this.#at)
  }

  /** The text from `start` to the cursor. */
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

  /** Consumes a match at the cursor. The pattern must be sticky. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.line)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  /** Consumes a quoted text and returns its content. */
  readQuoted(quote: string): string {
    const end = this.line.indexOf(quote, this.#at + 1)
    if (end < 0)
      throw new Unsure('a quote is not closed')
    const text = this.line.slice(this.#at + 1, end)
    this.#at = end + 1
    return text
  }

  /** Consumes a backslash and returns the escaped character. */
  readEscaped(): string {
    const character = this.next
    if (character === undefined || character === '\n')
      throw new Unsure('a line goes on after a backslash')
    this.#at += 2
    return character
  }
}
