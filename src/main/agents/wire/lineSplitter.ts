/** A skipped line. `head` is its first 4 KiB, which may contain the id of a request. */
export interface SkippedLine {
  readonly bytes: number
  readonly head: string
}

export interface LineLimits {
  /** Longer lines are skipped. */
  readonly lineBytes: number
  /** More bytes than this without a newline end the stream. */
  readonly fatalBytes: number
}

/** Replayed images make lines of tens of megabytes; 256 MiB without a newline is not a protocol. */
export const lineLimits: LineLimits = { lineBytes: 64 * 1024 * 1024, fatalBytes: 256 * 1024 * 1024 }

const newline = 0x0A
const headBytes = 4096
/**
 * Number of chunks to join, because each takes some hundred bytes more than its content, which may be a single byte.
 */
const maxChunks = 1024

/**
 * Splits bytes into lines. Decodes all complete lines of a chunk together. Keeps an incomplete line as a list of chunks
 * and joins each chunk at most twice, so that a long line takes linear time.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void
  readonly #onSkipped: (skipped: SkippedLine) => void
  readonly #onFatal: () => void
  readonly #limits: LineLimits
  #pending: Buffer[] = []
  /** How many of them, from the beginning, are joined chunks. */
  #joined = 0
  #pendingBytes = 0
  /** The head of the current line, once it is too long. The rest is counted but not kept. */
  #skippedHead: string | undefined
  #isFirst = true
  #isDead = false

  constructor({ onLine, onSkipped, onFatal, limits = lineLimits }: {
    onLine: (line: string) => void
    onSkipped: (skipped: SkippedLine) => void
    /** Called when `fatalBytes` is exceeded. No further input is processed. */
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

  /** Flushes an unterminated last line. */
  end(): void {
    if (this.#pendingBytes > 0 && !this.#isDead)
      this.#endLine()
  }

  /** Emits complete lines. No multibyte UTF-8 character contains the byte of a newline, so splitting bytes is safe. */
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
    if (this.#pending.length - this.#joined === maxChunks)
      this.#pending.push(Buffer.concat(this.#pending.splice(this.#joined++)))
    this.#pendingBytes += chunk.length
    if (this.#skippedHead === undefined && this.#pendingBytes > this.#limits.lineBytes) {
      this.#skippedHead = Buffer.concat(this.#pending, Math.min(headBytes, this.#pendingBytes)).toString('utf8')
      this.#clear()
    }
    if (this.#pendingBytes > this.#limits.fatalBytes) {
      this.#isDead = true
      this.#clear()
      this.#onFatal()
    }
  }

  #endLine(): void {
    if (this.#isDead)
      return
    const pending = this.#pending
    const bytes = this.#pendingBytes
    const head = this.#skippedHead
    this.#clear()
    this.#pendingBytes = 0
    this.#skippedHead = undefined
    if (head === undefined)
      this.#emit((pending.length === 1 ? pending[0]! : Buffer.concat(pending, bytes)).toString('utf8'))
    else
      this.#onSkipped({ bytes, head })
  }

  #clear(): void {
    this.#pending = []
    this.#joined = 0
  }
}
