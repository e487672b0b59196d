import { lineLimits, LineSplitter } from '../wire/lineSplitter'
import { findLineFault } from '../wire/readLine'

const dataField = 'data:'

/**
 * Reads server-sent events and passes on those with a message that is safe to parse. Other events become lines for the
 * wire, which skips them and responds to both sides.
 */
export class EventFilter {
  readonly #onFault: (line: string) => void
  readonly #splitter: LineSplitter
  #data: string[] = []
  #dataLength = 0
  #passed: string[] = []
  #isTooLong = false

  constructor(onFault: (line: string) => void) {
    this.#onFault = onFault
    this.#splitter = new LineSplitter({
      onLine: line => this.#take(line.endsWith('\r') ? line.slice(0, -1) : line),
      onSkipped: () => { this.#isTooLong = true },
      onFatal: () => { this.#isTooLong = true },
    })
  }

  /** Whether a message exceeded the maximum line length. Its parts are discarded, so it can't be answered. */
  get isTooLong(): boolean {
    return this.#isTooLong
  }

  /** Returns the events that `chunk` completes. */
  push(chunk: Buffer): Buffer | undefined {
    this.#splitter.push(chunk)
    const passed = this.#passed
    this.#passed = []
    return passed.length > 0 ? Buffer.from(passed.join('')) : undefined
  }

  #take(line: string): void {
    if (line.startsWith(dataField))
      this.#addData(line)
    else if (line === '')
      this.#endEvent()
  }

  /** Discards data beyond the limit and the rest of the stream. */
  #addData(line: string): void {
    this.#dataLength += line.length
    this.#isTooLong ||= this.#dataLength > lineLimits.lineBytes
    if (this.#isTooLong)
      this.#data = []
    else
      this.#data.push(line.slice(line[dataField.length] === ' ' ? dataField.length + 1 : dataField.length))
  }

  #endEvent(): void {
    // Newlines in JSON are only white space.
    const text = this.#data.join(' ')
    this.#data = []
    this.#dataLength = 0
    if (text === '' || this.#isTooLong)
      return
    if (findLineFault(text) === undefined)
      this.#passed.push(`${dataField}${text}\n\n`)
    else
      this.#onFault(text)
  }
}
