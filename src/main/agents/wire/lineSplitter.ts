/** A line that was skipped. `head` is its first 4 KiB, which may hold the id of a request. */
export interface SkippedLine {
  readonly bytes: number
  readonly head: string
}

/** How much without a newline is accepted. */
export interface LineLimits {
  /** A longer line is skipped. */
  readonly lineBytes: number
  /** A stream is given up after this many bytes without a newline. */
  readonly fatalBytes: number
}

/** Image replays have lines of tens of megabytes; four times that without a newline is no protocol. */
export const lineLimits: LineLimits = { lineBytes: 64 * 1024 * 1024, fatalBytes: 256 * 1024 * 1024 }

const newline = 0x0A
const headBytes = 4096

/**
 * Splits bytes into lines. All complete lines of a chunk are decoded in one go; an incomplete line is kept as a list of
 * chunks and joined once, so that the cost of a long line stays linear.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void
  readonly #onSkipped: (skipped: SkippedLine) => void
  readonly #onFatal: () => void
  readonly #limits: LineLimits
  #pending: Buffer[] = []
  #pendingBytes = 0
  /** The start of a line that is already too long; the rest is counted, not kept. */
  #skippedHead: string | undefined
  #isFirst = true
  #isDead = false

  constructor({ onLine, onSkipped, onFatal, limits = lineLimits }: {
    onLine: (line: string) => void
    onSkipped: (skipped: SkippedLine) => void
    /** The stream has no newlines; nothing more is read from it. */
    onFatal: () => void
    limits?: LineLimits
  }) {
    this.#onLine = onLine
    this.#onSkipped = onSkipped
    this.#onFatal = onFatal
    this.#limits = limits
  }

  push(chunk: Buffer): void {
    if (this.#isDead)
      return
    const last = chunk.lastIndexOf(newline)
    if (last < 0)
      return this.#keep(chunk)
    let start = 0
    if (this.#pendingBytes > 0) {
      start = chunk.indexOf(newline) + 1
      this.#keep(chunk.subarray(0, start - 1))
      this.#endLine()
    }
    if (start <= last)
      this.#emitAll(chunk.subarray(start, last))
    if (last + 1 < chunk.length)
      this.#keep(chunk.subarray(last + 1))
  }

  /** The stream ended; text without a newline at the end is a line too. */
  end(): void {
    if (this.#pendingBytes > 0 && !this.#isDead)
      this.#endLine()
  }

  /** Complete lines without the last newline. In UTF-8 no character contains the byte of a newline. */
  #emitAll(bytes: Buffer): void {
    if (bytes.length > this.#limits.lineBytes) {
      for (let start = 0; start <= bytes.length;) {
        const found = bytes.indexOf(newline, start)
        const end = found < 0 ? bytes.length : found
        this.#emitOne(bytes.subarray(start, end))
        start = end + 1
      }
      return
    }
    const text = bytes.toString('utf8')
    for (let start = 0; ;) {
      const end = text.indexOf('\n', start)
      if (end < 0)
        return this.#emit(start === 0 ? text : text.slice(start))
      this.#emit(text.slice(start, end))
      start = end + 1
    }
  }

  #emitOne(bytes: Buffer): void {
    if (bytes.length > this.#limits.lineBytes)
      this.#onSkipped({ bytes: bytes.length, head: bytes.toString('utf8', 0, headBytes) })
    else
      this.#emit(bytes.toString('utf8'))
  }

  #emit(line: string): void {
    const text = this.#isFirst && line.startsWith('\uFEFF') ? line.slice(1) : line
    this.#isFirst = false
    this.#onLine(text)
  }

  #keep(chunk: Buffer): void {
    if (this.#skippedHead === undefined)
      this.#pending.push(chunk)
    this.#pendingBytes += chunk.length
    if (this.#skippedHead === undefined && this.#pendingBytes > this.#limits.lineBytes) {
      this.#skippedHead = Buffer.concat(this.#pending, Math.min(headBytes, this.#pendingBytes)).toString('utf8')
      this.#pending = []
    }
    if (this.#pendingBytes > this.#limits.fatalBytes) {
      this.#isDead = true
      this.#pending = []
      this.#onFatal()
    }
  }

  #endLine(): void {
    if (this.#isDead)
      return
    const pending = this.#pending
    const bytes = this.#pendingBytes
    const head = this.#skippedHead
    this.#pending = []
    this.#pendingBytes = 0
    this.#skippedHead = undefined
    if (head === undefined)
      this.#emit((pending.length === 1 ? pending[0]! : Buffer.concat(pending, bytes)).toString('utf8'))
    else
      this.#onSkipped({ bytes, head })
  }
}
