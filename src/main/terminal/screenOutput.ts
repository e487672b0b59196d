/** How much of a terminal's output is kept for showing it. */
const keptCharacters = 1024 * 1024
/** Cut only this much later, so that the cost of cutting is spread over many appends. */
const slackCharacters = 256 * 1024
/** How far from where the cut is due a better place is looked for. */
const searchedCharacters = 64 * 1024

/** The end of a terminal's output with its escape sequences, for drawing it. Cut at a line's start, so that no sequence is cut in two. */
export class ScreenOutput {
  #pieces: string[] = []
  #kept = 0
  #offset = 0

  /** How many characters came since the start; where `text` ends. */
  get offset(): number {
    return this.#offset
  }

  get truncated(): boolean {
    return this.#offset > this.#kept
  }

  append(text: string): void {
    if (text === '')
      return
    this.#pieces.push(text)
    this.#kept += text.length
    this.#offset += text.length
    if (this.#kept > keptCharacters + slackCharacters)
      this.#replace(cutBefore(this.#pieces.join(''), this.#kept - keptCharacters))
    else if (this.#pieces.length > 4096)
      this.#replace(this.#pieces.join('')) // many tiny pieces weigh more than their text
  }

  text(): string {
    if (this.#pieces.length > 1)
      this.#replace(this.#pieces.join(''))
    return this.#pieces[0] ?? ''
  }

  #replace(text: string): void {
    this.#pieces = [text]
    this.#kept = text.length
  }
}

/** Cuts at a line's start, else (a full-screen program writes no lines) before an escape sequence, else between characters. */
function cutBefore(text: string, index: number): string {
  const near = text.slice(index, index + searchedCharacters)
  const lineEnd = near.indexOf('\n')
  if (lineEnd !== -1)
    return text.slice(index + lineEnd + 1)
  const escape = near.indexOf('\x1B')
  if (escape !== -1)
    return text.slice(index + escape)
  const splitsPair = /[\uDC00-\uDFFF]/.test(text.charAt(index))
  return text.slice(splitsPair ? index + 1 : index)
}
