import type { Readable } from 'node:stream'
import { type LineLimits, LineSplitter, type SkippedLine } from './lineSplitter'

// Yield to other work after handling lines for this long.
const sliceMs = 2
// If one line blocks longer than this, pause reading for the same duration.
const maxLineMs = 25

/**
 * Reads lines from a stream and handles them one by one. If `take` returns `true`, promise callbacks run before the
 * next line, so that messages take effect in order. Reading pauses while the input is held.
 */
export class InputPump {
  readonly #input: Readable
  readonly #splitter: LineSplitter
  readonly #take: (line: string) => boolean
  readonly #onSkipped: (skipped: SkippedLine) => void
  readonly #onEnd: () => void
  #lines: (string | SkippedLine)[] = []
  #nextLine = 0
  #sliceStart = 0
  #holds = 0
  #isWaiting = false
  #isFinishing = false
  #isEnding = false
  #isDone = false

  constructor({ input, take, onSkipped, onFatal, onEnd, limits }: {
    input: Readable
    /** Handles one line. Returns whether promise callbacks must run before the next line. */
    take: (line: string) => boolean
    onSkipped: (skipped: SkippedLine) => void
    onFatal: () => void
    onEnd: () => void
    limits?: LineLimits
  }) {
    this.#input = input
    this.#take = take
    this.#onSkipped = onSkipped
    this.#onEnd = onEnd
    this.#splitter = new LineSplitter({
      onLine: line => this.#lines.push(line),
      onSkipped: skipped => this.#lines.push(skipped),
      onFatal,
      limits,
    })
    input.on('data', (chunk: Buffer) => {
      if (this.#isEnding)
        return
      this.#splitter.push(chunk)
      this.#pump()
    })
    // The pipe of a killed process may fail, which is treated like its end.
    for (const event of ['end', 'close', 'error'])
      input.on(event, () => this.end())
  }

  /** Pauses reading until the returned function is called. */
  hold(): () => void {
    this.#holds++
    let isHeld = true
    return () => {
      if (!isHeld)
        return
      isHeld = false
      this.#holds--
      this.#pump()
    }
  }

  /** Handles the lines received so far, then ends. */
  end(): void {
    if (this.#isEnding)
      return
    this.#isEnding = true
    this.#splitter.end()
    this.#pump()
  }

  /** Ends and handles all received lines, even if the input is held. */
  async finish(): Promise<void> {
    this.#isFinishing = true
    while (this.#input.read() !== null)
      continue // each reading emits `data`
    this.end()
    this.#pump()
    while (!this.#isDone)
      await new Promise(setImmediate)
  }

  dispose(): void {
    this.#isDone = true
    this.#lines = []
    this.#input.destroy()
  }

  get #isHeld(): boolean {
    return this.#holds > 0 && !this.#isFinishing
  }

  #pump(): void {
    if (this.#isWaiting || this.#isDone)
      return
    this.#sliceStart = performance.now()
    while (this.#nextLine < this.#lines.length && !this.#isHeld) {
      const line = this.#lines[this.#nextLine]!
      this.#lines[this.#nextLine++] = '' // frees the line, which may be large
      if (this.#handle(line) || performance.now() - this.#sliceStart > sliceMs)
        return this.#scheduleNext()
    }
    if (this.#isHeld)
      return void this.#input.pause()
    this.#lines = []
    this.#nextLine = 0
    if (this.#isEnding) {
      this.#isDone = true
      this.#onEnd()
    }
    else if (this.#input.isPaused()) {
      this.#input.resume()
    }
  }

  #handle(line: string | SkippedLine): boolean {
    if (typeof line !== 'string') {
      this.#onSkipped(line)
      return true
    }
    return this.#take(line)
  }

  #scheduleNext(): void {
    this.#isWaiting = true
    this.#input.pause()
    const resume = (): void => {
      this.#isWaiting = false
      this.#pump()
    }
    const tookMs = performance.now() - this.#sliceStart
    if (tookMs > maxLineMs && !this.#isFinishing)
      setTimeout(resume, tookMs)
    else
      setImmediate(resume)
  }
}
