import { ScreenModes } from './screenModes'

/** Minimum amount of output to keep for display. */
const keptCharacters = 1024 * 1024
/** Maximum size of a piece. Output is discarded in whole pieces. A batch of a flood is one piece and is not copied. */
const pieceCharacters = 128 * 1024
/** How far to search for a line start after the point where output was discarded. */
const maxSearchCharacters = 64 * 1024

/**
 * The end of a terminal's output with escape sequences, for display. Begins at a line start, to avoid splitting a
 * sequence, preceded by the modes that the discarded output has set, such as the alternate screen.
 */
export class ScreenOutput {
  readonly #pieces: string[] = []
  readonly #discardedModes = new ScreenModes()
  #kept = 0
  #offset = 0

  /** Number of characters since the start of the terminal, at the end of `text`. */
  get offset(): number {
    return this.#offset
  }

  get truncated(): boolean {
    return this.#offset > this.#kept
  }

  append(text: string): void {
    for (let start = 0; start < text.length; start += pieceCharacters)
      this.#add(text.length <= pieceCharacters ? text : copySlice(text.slice(start, start + pieceCharacters)))
    while (this.#pieces.length > 1 && this.#kept - this.#pieces[0]!.length >= keptCharacters)
      this.#discard(this.#pieces.shift()!)
  }

  text(): string {
    const text = this.#pieces.join('')
    if (!this.truncated)
      return text
    const start = findStart(text)
    const modes = this.#discardedModes.copy()
    modes.push(text.slice(0, start))
    return modes.sequences() + text.slice(start)
  }

  #discard(piece: string): void {
    this.#kept -= piece.length
    this.#discardedModes.push(piece)
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

/** Copies a slice, which would keep the whole original in memory. */
function copySlice(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le')
}

/** A line start or, for a full-screen program without lines, an escape sequence or character. */
function findStart(text: string): number {
  const near = text.slice(0, maxSearchCharacters)
  const lineEnd = near.indexOf('\n')
  if (lineEnd !== -1)
    return lineEnd + 1
  const escape = near.indexOf('\x1B')
  if (escape !== -1)
    return escape
  return /^[\uDC00-\uDFFF]/.test(text) ? 1 : 0 // the second half of a character
}
