const maxCharacters = 64 * 1024
// A progress bar may write for minutes without a newline.
const maxLineCharacters = 8 * 1024
/** How many lines of one chunk are passed on one by one: a flood is not readable, and each line costs. */
const maxLinesPerChunk = 500

/** The last lines of an agent's stderr. */
export class StderrTail {
  readonly #onLine: (line: string) => void
  readonly #decoder = new TextDecoder()
  /** The end of the log. It may be longer than what is kept, so that it is trimmed only now and then. */
  #text = ''
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    this.#rest = lines.pop() ?? ''
    const left = lines.length - maxLinesPerChunk
    for (const line of left > 0 ? lines.slice(0, maxLinesPerChunk / 2) : lines)
      this.#add(line)
    if (left > 0) {
      this.#add(`… (${left} lines left out)`)
      lines.slice(-maxLinesPerChunk / 2).forEach(line => this.#add(line))
    }
    if (this.#rest.length > maxLineCharacters)
      this.end()
  }

  /** Text without a newline at the end is a line too. */
  end(): void {
    if (this.#rest !== '')
      this.#add(this.#rest)
    this.#rest = ''
  }

  /** The kept end, as one text. */
  get text(): string {
    return endOf(`${this.#text}${this.#rest}`).replace(/\n$/, '')
  }

  #add(line: string): void {
    // A copy: a slice would keep the whole chunk alive.
    const kept = Buffer.from(line.slice(0, maxLineCharacters)).toString()
    this.#text += `${kept}\n`
    if (this.#text.length > 2 * maxCharacters)
      this.#text = endOf(this.#text)
    this.#onLine(kept)
  }
}

function endOf(text: string): string {
  const end = text.slice(-maxCharacters)
  return end.length < text.length ? end.slice(end.indexOf('\n') + 1) : end
}
