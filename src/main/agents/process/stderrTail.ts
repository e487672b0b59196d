const maxCharacters = 64 * 1024
// A progress bar may write for minutes without a newline.
const maxLineCharacters = 8 * 1024
/** A flood is unreadable, and passing on each line is costly. */
const maxLinesPerChunk = 500

/** The last lines of an agent's stderr. */
export class StderrTail {
  readonly #onLine: (line: string) => void
  readonly #decoder = new TextDecoder()
  /** Up to twice `maxCharacters`, so that trimming stays amortized. */
  #text = ''
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    this.#rest = lines.pop() ?? ''
    const skipped = lines.length - maxLinesPerChunk
    for (const line of skipped > 0 ? lines.slice(0, maxLinesPerChunk / 2) : lines)
      this.#add(line)
    if (skipped > 0) {
      this.#add(`… (${skipped} lines left out)`)
      lines.slice(-maxLinesPerChunk / 2).forEach(line => this.#add(line))
    }
    if (this.#rest.length > maxLineCharacters)
      this.end()
  }

  /** Flushes an unterminated last line. */
  end(): void {
    if (this.#rest !== '')
      this.#add(this.#rest)
    this.#rest = ''
  }

  get text(): string {
    return takeLastLines(`${this.#text}${this.#rest}`).replace(/\n$/, '')
  }

  #add(line: string): void {
    // Copy the text, because a slice would keep the whole chunk in memory.
    const kept = Buffer.from(line.slice(0, maxLineCharacters)).toString()
    this.#text += `${kept}\n`
    if (this.#text.length > 2 * maxCharacters)
      this.#text = takeLastLines(this.#text)
    this.#onLine(kept)
  }
}

function takeLastLines(text: string): string {
  const end = text.slice(-maxCharacters)
  return end.length < text.length ? end.slice(end.indexOf('\n') + 1) : end
}
