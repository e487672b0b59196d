import type { Writable } from 'node:stream'

// An agent that does not read is not listened to either, or both sides would grow without bounds.
const maxQueuedBytes = 16 * 1024 * 1024

/** What is written to an agent. While it does not read, its own input is held, and large answers wait. */
export class WireOutput {
  readonly #output: Writable
  readonly #holdInput: () => () => void
  /** Goes on with what waits; absent while there is room. */
  #onRoom: (() => void) | undefined
  #room: Promise<void> = Promise.resolve()

  constructor({ output, holdInput }: { output: Writable, holdInput: () => () => void }) {
    this.#output = output
    this.#holdInput = holdInput
    output.on('drain', () => this.#goOn())
    output.on('close', () => this.#goOn())
  }

  write(line: string): void {
    this.#output.write(`${line}\n`)
    if (this.#onRoom === undefined && this.#output.writableLength > maxQueuedBytes && !this.#output.destroyed)
      this.#wait()
  }

  /** Once the agent has read what is due. */
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

  #goOn(): void {
    const onRoom = this.#onRoom
    this.#onRoom = undefined
    onRoom?.()
  }
}
