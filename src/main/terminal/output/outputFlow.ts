/** Bytes are handed on after this time: long enough to join what belongs together, too short to be seen. */
const batchMs = 8
/** Or as soon as there are this many. */
const batchBytes = 64 * 1024
/** With this much on its way to whoever watches, reading stops; a burst above it would only grow the queue. */
const pauseAt = 256 * 1024
/** Reading goes on well before the watcher runs dry: lower marks made it wait for us. */
const resumeAt = 64 * 1024

/**
 * Joins the pieces that a PTY gives (4 kB at most) into batches, and holds the PTY back while somebody watches and is behind.
 * With nobody watching nothing is held back: what is kept of the output is bounded anyway.
 * What `deliver` gets is valid only while it runs.
 */
export class OutputFlow {
  readonly #source: { pause(): void, resume(): void }
  readonly #deliver: (bytes: Buffer) => void
  /** Reused for every batch, so that a flood makes no garbage. */
  #batch = Buffer.alloc(0)
  #waitingBytes = 0
  #unacknowledged = 0
  #isWatched = false
  #isPaused = false
  #hasEnded = false
  #timer: NodeJS.Timeout | undefined

  constructor({ source, deliver }: { source: { pause(): void, resume(): void }, deliver: (bytes: Buffer) => void }) {
    this.#source = source
    this.#deliver = deliver
  }

  push(piece: Buffer): void {
    this.#add(piece)
    if (this.#isWatched && this.#waitingBytes + this.#unacknowledged >= pauseAt)
      this.#pause()
    else if (this.#waitingBytes >= batchBytes)
      this.flush()
    else
      this.#timer ??= setTimeout(() => this.flush(), batchMs)
  }

  /** Hands on what waits. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const bytes = this.#batch.subarray(0, this.#waitingBytes)
    this.#waitingBytes = 0
    if (bytes.length > 0)
      this.#deliver(bytes)
  }

  /** Counts characters as on their way to a watcher; false when nobody watches. */
  sent(characters: number): boolean {
    if (this.#isWatched)
      this.#unacknowledged += characters
    return this.#isWatched
  }

  /** Who watches is counted elsewhere. Whoever comes gets all there is at once, so nothing is on its way any more. */
  watch(): void {
    this.flush()
    this.#isWatched = true
    this.ack(this.#unacknowledged)
  }

  unwatch(): void {
    this.flush()
    this.#isWatched = false
    this.ack(this.#unacknowledged)
  }

  ack(characters: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - Math.max(0, characters))
    if (this.#isPaused && this.#unacknowledged <= resumeAt) {
      this.#isPaused = false
      if (!this.#hasEnded)
        this.#source.resume()
    }
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
    if (!this.#isPaused && !this.#hasEnded && this.#unacknowledged >= resumeAt) {
      this.#isPaused = true
      this.#source.pause()
    }
  }
}
