import type { Characters } from './utf8Stream'
import { OutputBuffer } from './outputBuffer'
import { hasControls, PlainText } from './plainText'

/** Text is deferred only up to this limit, because it may take twice the limit in memory. */
const maxDeferredLimitBytes = 1024 * 1024

/**
 * The end of a command's output as plain text, for the agent. During a flood most text is discarded again, so plain
 * text is converted late, and never if it exceeds the limit.
 */
export class AgentOutput {
  readonly #limitBytes: number
  readonly #plainText = new PlainText()
  readonly #buffer: OutputBuffer
  #pending: string[] = []
  #pendingLength = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
    this.#buffer = new OutputBuffer(limitBytes)
  }

  append(characters: Characters): void {
    // Within an escape sequence, discarded text also counts toward the maximum length of the sequence.
    const { text, bytes } = characters
    // The same applies to a CR that another CR may follow in a later piece.
    if (this.#limitBytes > maxDeferredLimitBytes
      || this.#plainText.isInSequence
      || hasControls(bytes)
      || text.endsWith('\r')) {
      this.#flush()
      this.#buffer.append(this.#plainText.push(characters))
      return
    }
    this.#pending.push(text)
    this.#pendingLength += text.length
    // Converting such text removes at most half of it (CRLF becomes LF), so twice the limit plus two is enough to
    // discard everything before it.
    while (this.#pendingLength - this.#pending[0]!.length >= this.#limitBytes * 2 + 2)
      this.#pendingLength -= this.#pending.shift()!.length
    if (this.#pending.length > 1024)
      this.#flush() // many tiny pieces are not a flood
  }

  /** The current text, and whether earlier output was discarded. */
  read(): { output: string, truncated: boolean } {
    this.#flush()
    return { output: this.#buffer.text(), truncated: this.#buffer.truncated }
  }

  #flush(): void {
    for (const text of this.#pending)
      this.#buffer.append(this.#plainText.push({ text, bytes: Buffer.from(text) }))
    this.#pending = []
    this.#pendingLength = 0
  }
}
