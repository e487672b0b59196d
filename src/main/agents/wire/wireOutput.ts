import type { Writable } from 'node:stream'

// Parley stops listening to an agent that does not read, or both sides would grow without bounds.
const maxQueuedBytes = 16 * 1024 * 1024

/** Line ends for Node's readline and other readers that follow Unicode; JSON allows them unescaped in strings. */
const lineEnds = [
  ['\u0085', '\\u0085'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
] as const

/**
 * Writes messages to an agent. While the agent does not read, its own output is not read either, and large answers
 * wait.
 */
export class WireOutput {
  readonly #output: Writable
  readonly #holdInput: () => () => void
  /** Resumes what waits; absent while there is room. */
  #onRoom: (() => void) | undefined
  #room: Promise<void> = Promise.resolve()

  constructor({ output, holdInput }: { output: Writable, holdInput: () => () => void }) {
    this.#output = output
    this.#holdInput = holdInput
    output.on('drain', () => this.#resume())
    output.on('close', () => this.#resume())
  }

  /** Answers with the length of what was written. */
  write(message: object): number {
    const line = oneLine(message)
    this.#output.write(`${line}\n`)
    if (this.#onRoom === undefined && this.#output.writableLength > maxQueuedBytes && !this.#output.destroyed)
      this.#wait()
    return line.length
  }

  /** Resolves once the agent has read enough. */
  room(): Promise<void> {
    return this.#room
  }

  #wait(): void {
    const release = this.#holdInput()
    this.#room = new Promise((resolve) => {
      this.#onRoom = () => {
        release()
        resolve()
      }
    })
  }

  #resume(): void {
    const onRoom = this.#onRoom
    this.#onRoom = undefined
    onRoom?.()
  }
}

/** JSON that is one line for every reader. */
function oneLine(message: object): string {
  let line = JSON.stringify(message)
  // Large messages are files and outputs: `includes` takes a tenth of the time of a replacement that finds nothing.
  for (const [end, escaped] of lineEnds) {
    if (line.includes(end))
      line = line.replaceAll(end, escaped)
  }
  return line
}
