/** Bytes are handed on after this time: long enough to join what belongs together, too short to be seen. */
const batchMs = 8
/** Or as soon as there are this many. */
const batchBytes = 64 * 1024
/** With this much on its way to the slowest watcher, reading stops; a burst above it would only grow the queue. */
const pauseAt = 256 * 1024
/** Reading continues well before the watcher runs dry: lower marks made it wait for us. */
const resumeAt = 64 * 1024

/** What an output flow connects. */
interface OutputFlowOptions {
  readonly source: { pause(): void, resume(): void }
  readonly watchers: { readonly isEmpty: boolean, readonly backlog: number }
  /** The bytes are valid only during the call. */
  readonly deliver: (bytes: Buffer) => void
}

/**
 * Joins the pieces that a PTY gives (4 kB at most) into batches, and pauses the PTY while a watcher is behind. Without
 * watchers nothing is held back: the output that is kept is bounded anyway.
 */
export class OutputFlow {
  readonly #options: OutputFlowOptions
  /** Reused for every batch, so that a flood makes no garbage. */
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

  /** Delivers the bytes that are waiting. */
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

  /** Nothing more will come. */
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
