import type { Characters } from './utf8Stream'
import { OutputBuffer } from './outputBuffer'
import { hasControls, PlainText } from './plainText'

/** Up to this limit, waiting text may take twice the limit's memory. */
const maxWaitingBytes = 1024 * 1024
/** Consecutive ones make one line feed. */
const bareReturn = /\r(?!\n)/

/**
 * The end of a command's output as plain text, for the agent. In a flood most text is dropped again, so plain lines
 * wait, and those certainly dropped are never converted.
 */
export class AgentOutput {
  readonly #limitBytes: number
  readonly #plainText = new PlainText()
  readonly #buffer: OutputBuffer
  #waiting: string[] = []
  #waitingLength = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
    this.#buffer = new OutputBuffer(limitBytes)
  }

  append(characters: Characters): void {
    // In a sequence all text counts, whatever is cut off: after so much of it the sequence is given up.
    const { text, bytes } = characters
    if (this.#limitBytes > maxWaitingBytes || this.#plainText.isInSequence || hasControls(bytes)
      || bareReturn.test(text)) {
      this.#settle()
      this.#buffer.append(this.#plainText.push(characters))
      return
    }
    this.#waiting.push(text)
    this.#waitingLength += text.length
    // Making such text plain takes half of it away at most (CRLF becomes LF): two more than twice the limit are more
    // than the limit, and cut all before them off.
    while (this.#waitingLength - this.#waiting[0]!.length >= this.#limitBytes * 2 + 2)
      this.#waitingLength -= this.#waiting.shift()!.length
    if (this.#waiting.length > 1024)
      this.#settle() // tiny pieces are not a flood
  }

  /** The present text, and whether earlier output was discarded. */
  read(): { output: string, truncated: boolean } {
    this.#settle()
    return { output: this.#buffer.text(), truncated: this.#buffer.truncated }
  }

  #settle(): void {
    for (const text of this.#waiting)
      this.#buffer.append(this.#plainText.push({ text, bytes: Buffer.from(text) }))
    this.#waiting = []
    this.#waitingLength = 0
  }
}
