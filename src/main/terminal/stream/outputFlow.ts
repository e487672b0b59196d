/** Batching delay: long enough to join related output, too short to notice. */
const batchMs = 8
/** Batches of this size are delivered at once. */
const batchBytes = 64 * 1024
/** Reading pauses when the slowest watcher has this much unacknowledged. */
const pauseAt = 256 * 1024
/** Reading resumes at this mark. Lower ones let the watcher run dry. */
const resumeAt = 64 * 1024

/** Ends of an output flow. */
interface OutputFlowOptions {
  readonly source: { pause(): void, resume(): void }
  readonly watchers: { readonly isEmpty: boolean, readonly backlog: number }
  /** The bytes are valid only during the call. */
  readonly deliver: (bytes: Buffer) => void
}

/**
 * Joins a PTY's pieces (at most 4 kB) into batches, and pauses the PTY while a watcher is behind. Without watchers
 * nothing is held back, as the kept output is bounded.
 */
export class OutputFlow {
  readonly #options: OutputFlowOptions
  /** Reused for all batches, so that a flood makes no garbage. */
  #batch = Buffer.alloc(0)
  #waitingBytes = 0
  #isPaused = false
  #hasEnded = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: OutputFlowOptions) {
    this.#options = options
  }

  push(piece: Buffer): void {
    this.#add(piece)
    const { watchers } = this.#options
    if (!watchers.isEmpty && this.#waitingBytes + watchers.backlog >= pauseAt)
      this.#pause()
    else if (this.#waitingBytes >= batchBytes)
      this.flush()
    else
      this.#timer ??= setTimeout(() => this.flush(), batchMs)
  }

  /** Delivers waiting bytes. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const bytes = this.#batch.subarray(0, this.#waitingBytes)
    this.#waitingBytes = 0
    if (bytes.length > 0)
      this.#options.deliver(bytes)
  }

  /** Resumes the source once the slowest watcher has caught up. */
  resume(): void {
    if (!this.#isPaused || this.#options.watchers.backlog > resumeAt)
      return
    this.#isPaused = false
    if (!this.#hasEnded)
      this.#options.source.resume()
  }

  /** Ends the flow. */
  end(): void {
    this.#hasEnded = true
    this.flush()
    this.#batch = Buffer.alloc(0)
  }

  #add(piece: Buffer): void {
    const length = this.#waitingBytes + piece.length
    if (length > this.#batch.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(this.#batch.length * 4, 2 * batchBytes)))
      this.#batch.copy(larger, 0, 0, this.#waitingBytes)
      this.#batch = larger
    }
    this.#batch.set(piece, this.#waitingBytes)
    this.#waitingBytes = length
  }

  #pause(): void {
    this.flush()
    const { source, watchers } = this.#options
    if (!this.#isPaused && !this.#hasEnded && watchers.backlog >= resumeAt) {
      this.#isPaused = true
      source.pause()
    }
  }
}
