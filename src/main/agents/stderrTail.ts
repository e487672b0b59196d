const maxCharacters = 64 * 1024
// A progress bar may write for minutes without a newline.
const maxLineCharacters = 8 * 1024

/** The last lines of an agent's log. */
export class StderrTail {
  readonly #onLine: (line: string) => void
  readonly #decoder = new TextDecoder()
  #lines: string[] = []
  #characters = 0
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(chunk: Buffer): void {
    const [...lines] = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    const rest = lines.pop() ?? ''
    lines.forEach(line => this.#add(line))
    this.#rest = rest
    if (rest.length > maxLineCharacters)
      this.end()
  }

  /** What stands without a newline is a line too. */
  end(): void {
    if (this.#rest !== '')
      this.#add(this.#rest)
    this.#rest = ''
  }

  /** The kept end, as one text. */
  get text(): string {
    return [...this.#lines, ...this.#rest === '' ? [] : [this.#rest]].join('\n')
  }

  #add(line: string): void {
    const kept = line.slice(0, maxLineCharacters)
    this.#lines.push(kept)
    this.#characters += kept.length + 1
    while (this.#characters > maxCharacters)
      this.#characters -= this.#lines.shift()!.length + 1
    this.#onLine(kept)
  }
}
