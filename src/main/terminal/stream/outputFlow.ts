/** Interval between deliveries: long enough to batch related output, too short to notice. */
const batchMs = 8
/** Delivers bytes immediately at this size. */
const batchBytes = 64 * 1024
/** After a pause, output up to this size is the echo of a key and is delivered immediately. */
const echoBytes = 256
/** Pauses reading when the slowest watcher is behind by this many bytes. */
const pauseAt = 256 * 1024
/** Resumes well before the watcher runs out of data. With lower values it had to wait. */
const resumeAt = 64 * 1024

interface OutputFlowOptions {
  readonly source: { pause(): void, resume(): void }
  readonly watchers: { readonly isEmpty: boolean, readonly backlog: number }
  /** The bytes are valid only during the call. */
  readonly deliver: (bytes: Buffer) => void
}

/**
 * Joins a PTY's chunks (4 kB at most) into batches, and pauses the PTY while a watcher is behind. Never pauses without
 * watchers, because the kept output is bounded.
 */
export class OutputFlow {
  readonly #options: OutputFlowOptions
  /** Reused for every batch, to avoid garbage during a flood. */
  #batch = Buffer.alloc(0)
  #pendingBytes = 0
  #isPaused = false
  #hasEnded = false
  #deliveredAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: OutputFlowOptions) {
    this.#options = options
  }

  push(chunk: Buffer): void {
    this.#add(chunk)
    const { watchers } = this.#options
    if (!watchers.isEmpty && this.#pendingBytes + watchers.backlog >= pauseAt)
      this.#pause()
    else if (this.#pendingBytes >= batchBytes)
      this.flush()
    else if (chunk.length <= echoBytes && this.#timer === undefined && performance.now() - this.#deliveredAt > batchMs)
      this.flush()
    else
      this.#timer ??= setTimeout(() => this.flush(), batchMs)
  }

  /** Delivers pending bytes. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const bytes = this.#batch.subarray(0, this.#pendingBytes)
    this.#pendingBytes = 0
    if (bytes.length === 0)
      return
    this.#deliveredAt = performance.now()
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

  /** Delivers pending bytes after the process has exited. */
  end(): void {
    this.#hasEnded = true
    this.flush()
    this.#batch = Buffer.alloc(0)
  }

  #add(chunk: Buffer): void {
    const length = this.#pendingBytes + chunk.length
    if (length > this.#batch.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(this.#batch.length * 4, 2 * batchBytes)))
      this.#batch.copy(larger, 0, 0, this.#pendingBytes)
      this.#batch = larger
    }
    this.#batch.set(chunk, this.#pendingBytes)
    this.#pendingBytes = length
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
