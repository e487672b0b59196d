/** Minimum amount of output kept for drawing. */
const keptCharacters = 1024 * 1024
/** Maximum piece size. Output is dropped by whole pieces; a flood's batch is one piece and is not copied. */
const pieceCharacters = 128 * 1024
/** How far after a cut a clean start is searched. */
const searchedCharacters = 64 * 1024

/**
 * The end of a terminal's output with its escape sequences, for drawing it. Begins at a line's start, so that no
 * sequence is cut in two.
 */
export class ScreenOutput {
  readonly #pieces: string[] = []
  #kept = 0
  #offset = 0

  /** Characters since the start; the end of `text`. */
  get offset(): number {
    return this.#offset
  }

  get truncated(): boolean {
    return this.#offset > this.#kept
  }

  append(text: string): void {
    for (let start = 0; start < text.length; start += pieceCharacters)
      this.#add(text.length <= pieceCharacters ? text : copy(text.slice(start, start + pieceCharacters)))
    while (this.#pieces.length > 1 && this.#kept - this.#pieces[0]!.length >= keptCharacters)
      this.#kept -= this.#pieces.shift()!.length
  }

  text(): string {
    const text = this.#pieces.join('')
    return this.truncated ? afterCut(text) : text
  }

  #add(piece: string): void {
    const last = this.#pieces.length - 1
    // Many tiny pieces would take more memory than their text.
    if (last >= 0 && this.#pieces[last]!.length + piece.length <= pieceCharacters / 2)
      this.#pieces[last] += piece
    else
      this.#pieces.push(piece)
    this.#kept += piece.length
    this.#offset += piece.length
  }
}

/** Copies a slice, which would keep its whole text alive. */
function copy(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le')
}

/** Starts at a line, or else (full-screen programs write no lines) at an escape sequence or between characters. */
function afterCut(text: string): string {
  const near = text.slice(0, searchedCharacters)
  const lineEnd = near.indexOf('\n')
  if (lineEnd !== -1)
    return text.slice(lineEnd + 1)
  const escape = near.indexOf('\x1B')
  if (escape !== -1)
    return text.slice(escape)
  const splitsPair = /^[\uDC00-\uDFFF]/.test(text)
  return text.slice(splitsPair ? 1 : 0)
}
