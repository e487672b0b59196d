import type { TraceEntry, TraceEntryBody } from '../../../shared/agentLog/agentLogEntry'
import type { Report } from '../../system/report'
import type { AgentDefinition } from '../agentDefinition'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Listeners } from '../../../shared/listeners'
import { TraceSecrets } from './traceSecrets'

const maxEntries = 2_000
// Image replays have lines of many megabytes; the trace must not keep two thousand of them.
const maxWeight = 32 * 1024 * 1024
/** After its agent's end a trace only has to show why it ended, and there may be many. */
const maxWeightAtRest = 4 * 1024 * 1024

/** The latest messages between an agent and Parley, for the agent log, the recorder and bug reports. */
export class AgentTrace {
  #entries: ({ readonly entry: TraceEntry, readonly weight: number } | undefined)[] = []
  /** The index of the oldest kept entry in `#entries`; the array is compacted now and then. */
  #first = 0
  #weight = 0
  #maxWeight = maxWeight
  #lastSeq = 0
  readonly #listeners = new Listeners<TraceEntry>()
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

  /** Calls `listener` for each new entry; returns a function that unsubscribes. */
  onEntry(listener: (entry: TraceEntry) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** The agent has ended: less is kept from now on. */
  rest(): void {
    this.#maxWeight = maxWeightAtRest
    this.#forget()
  }

  #add(body: TraceEntryBody, { bytes, weight }: { bytes: number, weight: number }): void {
    const entry: TraceEntry = { seq: ++this.#lastSeq, at: this.#clock(), bytes, ...body }
    this.#entries.push({ entry, weight })
    this.#weight += weight
    this.#forget()
    this.#listeners.emit(entry)
  }

  /** The newest entry always stays, however large. */
  #isTooLarge(): boolean {
    const count = this.#entries.length - this.#first
    return count > maxEntries || (this.#weight > this.#maxWeight && count > 1)
  }

  #forget(): void {
    while (this.#isTooLarge()) {
      this.#weight -= this.#entries[this.#first]!.weight
      this.#entries[this.#first++] = undefined // it may be large, and the array stays
    }
    if (this.#first > maxEntries) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }
}

/**
 * Writes a trace to `folder`, if given: one JSON line per entry, as it comes. Secrets are redacted here; all values of
 * the agent's configured environment count as secrets. Returns a function that ends it.
 */
export function writeTrace({ trace, agent: { name, env }, folder, report, secrets }: {
  trace: AgentTrace
  agent: AgentDefinition
  folder: string | undefined
  report: Report
  /** Further secrets to redact, read each time. */
  secrets?: () => readonly string[]
}): () => void {
  if (folder === undefined)
    return () => undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')}-${Date.now()}-${process.pid}.jsonl`)
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  file.on('error', error => report(error, `writing the trace ${path}`))
  const cutter = new TraceSecrets(Object.values(env), secrets)
  const stop = trace.onEntry(entry => file.write(`${writeEntry(entry, cutter)}\n`))
  return () => {
    stop()
    file.end()
  }
}

function writeEntry(entry: TraceEntry, cutter: TraceSecrets): string {
  return cutter.write({ ...entry, bytes: undefined, seq: undefined })
}
