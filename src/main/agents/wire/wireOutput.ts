import type { Writable } from 'node:stream'

// Above this, Parley pauses reading from an agent that does not read. Otherwise buffers on both sides would grow
// without bound.
const maxQueuedBytes = 16 * 1024 * 1024

/** Unicode line breaks, at which Node's readline and other readers split. JSON allows them unescaped in strings. */
const lineEnds = [
  ['\u0085', '\\u0085'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
] as const

/** Writes messages to an agent. While the agent does not read, pauses its output and delays large responses. */
export class WireOutput {
  readonly #output: Writable
  readonly #holdInput: () => () => void
  /** Resolves `#whenWritable` and resumes input; `undefined` while the buffer has room. */
  #onWritable: (() => void) | undefined
  #whenWritable: Promise<void> = Promise.resolve()

  constructor({ output, holdInput }: { output: Writable, holdInput: () => () => void }) {
    this.#output = output
    this.#holdInput = holdInput
    output.on('drain', () => this.#resume())
    output.on('close', () => this.#resume())
  }

  /** Returns the length of the written line. */
  write(message: object): number {
    const line = toLine(message)
    this.#output.write(`${line}\n`)
    if (this.#onWritable === undefined && this.#output.writableLength > maxQueuedBytes && !this.#output.destroyed)
      this.#wait()
    return line.length
  }

  /** Resolves when the buffer has room. */
  whenWritable(): Promise<void> {
    return this.#whenWritable
  }

  #wait(): void {
    const release = this.#holdInput()
    this.#whenWritable = new Promise((resolve) => {
      this.#onWritable = () => {
        release()
        resolve()
      }
    })
  }

  #resume(): void {
    const onWritable = this.#onWritable
    this.#onWritable = undefined
    onWritable?.()
  }
}

/** Serializes a message to JSON without any line break. */
function toLine(message: object): string {
  let line = JSON.stringify(message)
  // Messages may be large, and `includes` takes a tenth of the time of a `replaceAll` without matches.
  for (const [end, escaped] of lineEnds) {
    if (line.includes(end))
      line = line.replaceAll(end, escaped)
  }
  return line
}
