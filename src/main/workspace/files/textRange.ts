/** A range of lines: starts at `line` (1-based; 0 means 1) and has at most `limit` lines. */
export interface LineRange {
  readonly line?: number | null
  readonly limit?: number | null
}

/** Whether the range covers a whole text of `lines` lines. */
export function coversLines({ line, limit }: LineRange, lines: number): boolean {
  return (line ?? 1) <= 1 && (limit ?? Infinity) >= lines
}

/** Picks lines from a text that arrives in chunks. Keeps line endings, so that joined ranges equal the file. */
export class LinePicker {
  readonly #parts: string[] = []
  #linesToSkip: number
  #linesToTake: number

  constructor({ line, limit }: LineRange) {
    this.#linesToSkip = Math.max((line ?? 1) - 1, 0)
    this.#linesToTake = limit ?? Number.POSITIVE_INFINITY
  }

  /** Whether all lines are picked. */
  get isDone(): boolean {
    return this.#linesToTake <= 0
  }

  get text(): string {
    return this.#parts.join('')
  }

  /** Adds the next chunk and returns how many of its characters were picked. */
  add(piece: string): number {
    let start = 0
    for (; this.#linesToSkip > 0; this.#linesToSkip--) {
      const end = piece.indexOf('\n', start)
      if (end < 0)
        return 0
      start = end + 1
    }
    let end = start
    if (this.#linesToTake === Number.POSITIVE_INFINITY)
      end = piece.length
    while (this.#linesToTake > 0 && end < piece.length) {
      const lineEnd = piece.indexOf('\n', end)
      if (lineEnd < 0) {
        end = piece.length
        break
      }
      end = lineEnd + 1
      this.#linesToTake--
    }
    if (end > start)
      this.#parts.push(piece.slice(start, end))
    return end - start
  }
}

/** The lines of `text` in the range; empty if the range starts after the end. */
export function pickLines(text: string, range: LineRange): string {
  const picker = new LinePicker(range)
  picker.add(text)
  return picker.text
}
