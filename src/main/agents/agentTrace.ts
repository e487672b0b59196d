import type { TraceEntry, TraceEntryBody } from '../../shared/agentLog/traceEntry'

const maxEntries = 2_000
// Image replays have lines of many megabytes; the trace must not keep two thousand of them.
const maxBytes = 32 * 1024 * 1024

/** The last of what an agent and Parley said to each other, for the inspector, the recorder and bug reports. */
export class AgentTrace {
  #entries: TraceEntry[] = []
  /** Where the oldest kept entry stands in `#entries`; what lies before it is cleared now and then. */
  #first = 0
  #bytes = 0
  #lastSeq = 0
  readonly #listeners = new Set<(entry: TraceEntry) => void>()
  readonly #clock: () => number

  constructor({ clock = Date.now }: { clock?: () => number } = {}) {
    this.#clock = clock
  }

  message(direction: 'in' | 'out', message: unknown, bytes: number): void {
    this.#add({ direction, message }, bytes)
  }

  stderr(line: string): void {
    this.#add({ direction: 'stderr', line }, line.length)
  }

  note(note: string): void {
    this.#add({ direction: 'note', note }, note.length)
  }

  /** What is still kept, oldest first. */
  get entries(): readonly TraceEntry[] {
    return this.#entries.slice(this.#first)
  }

  /** Calls `listener` for each entry from now on; returns a function that stops it. */
  onEntry(listener: (entry: TraceEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(body: TraceEntryBody, bytes: number): void {
    const entry: TraceEntry = { seq: ++this.#lastSeq, at: this.#clock(), bytes, ...body }
    this.#entries.push(entry)
    this.#bytes += entry.bytes
    // The newest entry always stays, however large.
    while (this.#entries.length - this.#first > maxEntries || this.#bytes > maxBytes && this.#first < this.#entries.length - 1)
      this.#bytes -= this.#entries[this.#first++]!.bytes
    if (this.#first > maxEntries) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
    for (const listener of this.#listeners)
      listener(entry)
  }
}
