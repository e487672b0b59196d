import type { Readable } from 'node:stream'
import { type LineLimits, LineSplitter, type SkippedLine } from './lineSplitter'

// How long lines are handled without a pause before other work gets its turn.
const sliceMs = 2
// After one line has blocked everything else this long, the agent is not read for as long again.
const longMs = 25

/**
 * Reads lines from a stream and passes them on one by one. After a line that gave others something to do, their promise
 * callbacks run before the next line, so that messages take effect in the order in which they came. Nothing is read
 * while anyone holds the input.
 */
export class InputPump {
  readonly #input: Readable
  readonly #splitter: LineSplitter
  readonly #take: (line: string) => boolean
  readonly #onSkipped: (skipped: SkippedLine) => void
  readonly #onEnd: () => void
  /** Lines and skipped lines, in order. */
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
    /** Handles one line; true if it gave others something to do. */
    take: (line: string) => boolean
    onSkipped: (skipped: SkippedLine) => void
    onFatal: () => void
    /** Called after the last line. */
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
    // A pipe to a killed process may end with an error; only the end matters here.
    for (const event of ['end', 'close', 'error'])
      input.on(event, () => this.end())
  }

  /** Stops reading until the returned function is called. */
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

  /** Handles the lines that are there, then ends. */
  end(): void {
    if (this.#isEnding)
      return
    this.#isEnding = true
    this.#splitter.end()
    this.#pump()
  }

  /** Ends, and handles the lines that have come by now even if the input is held. */
  async finish(): Promise<void> {
    this.#isFinishing = true
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
      this.#lines[this.#nextLine++] = '' // may be large, and the array lives on
      if (this.#handle(line) || performance.now() - this.#sliceStart > sliceMs)
        return this.#goOnLater()
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

  #goOnLater(): void {
    this.#isWaiting = true
    this.#input.pause()
    const continueLater = (): void => {
      this.#isWaiting = false
      this.#pump()
    }
    const tookMs = performance.now() - this.#sliceStart
    if (tookMs > longMs && !this.#isFinishing)
      setTimeout(continueLater, tookMs)
    else
      setImmediate(continueLater)
  }
}
