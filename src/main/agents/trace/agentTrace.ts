import type { TraceEntry, TraceEntryBody } from '../../../shared/agentLog/traceEntry'

const maxEntries = 2_000
// Image replays have lines of many megabytes; the trace must not keep two thousand of them.
const maxWeight = 32 * 1024 * 1024
/** Of an agent that is gone, why it went is looked for; many of these may be kept. */
const maxWeightAtRest = 4 * 1024 * 1024

/** The last of what an agent and Parley said to each other, for the inspector, the recorder and bug reports. */
export class AgentTrace {
  #entries: ({ readonly entry: TraceEntry, readonly weight: number } | undefined)[] = []
  /** Where the oldest kept entry stands in `#entries`; what lies before it is cleared now and then. */
  #first = 0
  #weight = 0
  #maxWeight = maxWeight
  #lastSeq = 0
  readonly #listeners = new Set<(entry: TraceEntry) => void>()
  readonly #clock: () => number

  constructor({ clock = Date.now }: { clock?: () => number } = {}) {
    this.#clock = clock
  }

  /** `bytes` is its length on the wire, `weight` about how many it takes in memory. */
  message(direction: 'in' | 'out', message: unknown, { bytes, weight = bytes }: { bytes: number, weight?: number }): void {
    this.#add({ direction, message }, { bytes, weight })
  }

  stderr(line: string): void {
    this.#add({ direction: 'stderr', line }, { bytes: line.length, weight: line.length })
  }

  note(note: string): void {
    this.#add({ direction: 'note', note }, { bytes: note.length, weight: note.length })
  }

  /** What is still kept, oldest first. */
  get entries(): readonly TraceEntry[] {
    return this.#entries.slice(this.#first).map(kept => kept!.entry)
  }

  /** Calls `listener` for each entry from now on; returns a function that stops it. */
  onEntry(listener: (entry: TraceEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Nothing more will come: less is kept from here on. */
  rest(): void {
    this.#maxWeight = maxWeightAtRest
    this.#forget()
  }

  #add(body: TraceEntryBody, { bytes, weight }: { bytes: number, weight: number }): void {
    const entry: TraceEntry = { seq: ++this.#lastSeq, at: this.#clock(), bytes, ...body }
    this.#entries.push({ entry, weight })
    this.#weight += weight
    this.#forget()
    for (const listener of this.#listeners)
      listener(entry)
  }

  /** The newest entry always stays, however large. */
  #forget(): void {
    while (this.#entries.length - this.#first > maxEntries || this.#weight > this.#maxWeight && this.#first < this.#entries.length - 1) {
      this.#weight -= this.#entries[this.#first]!.weight
      this.#entries[this.#first++] = undefined // it may be large, and the array lives on
    }
    if (this.#first > maxEntries) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }
}
