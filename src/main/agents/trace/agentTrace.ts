import type { TraceEntry, TraceEntryBody } from '../../../shared/agentLog/agentLogEntry'
import type { Report } from '../../system/report'
import type { AgentDefinition } from '../agentDefinition'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Listeners } from '../../../shared/listeners'
import { TraceSecrets } from './traceSecrets'

const maxEntries = 2_000
// Replayed images make lines of many megabytes, and the trace must not keep two thousand of them.
const maxWeight = 32 * 1024 * 1024
/** After the agent exits, the trace only has to show why, and there may be many traces. */
const maxWeightAfterExit = 4 * 1024 * 1024

/** The latest messages between Parley and an agent, for the agent log, the recorder and bug reports. */
export class AgentTrace {
  #entries: ({ readonly entry: TraceEntry, readonly weight: number } | undefined)[] = []
  /** Index of the oldest kept entry. The array is compacted occasionally. */
  #first = 0
  #weight = 0
  #maxWeight = maxWeight
  #lastSeq = 0
  readonly #listeners = new Listeners<TraceEntry>()
  readonly #clock: () => number

  constructor({ clock = Date.now }: { clock?: () => number } = {}) {
    this.#clock = clock
  }

  /** `bytes` is the length on the wire, `weight` the estimated size in memory. */
  message(
    direction: 'in' | 'out',
    message: unknown,
    { bytes, weight = bytes }: { bytes: number, weight?: number },
  ): void {
    this.#add({ direction, message }, { bytes, weight })
  }

  stderr(line: string): void {
    this.#add({ direction: 'stderr', line }, { bytes: line.length, weight: line.length })
  }

  note(note: string): void {
    this.#add({ direction: 'note', note }, { bytes: note.length, weight: note.length })
  }

  /** The kept entries, oldest first. */
  get entries(): readonly TraceEntry[] {
    return this.#entries.slice(this.#first).map(kept => kept!.entry)
  }

  /** Calls `listener` for each new entry; returns a function that unsubscribes. */
  onEntry(listener: (entry: TraceEntry) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Reduces the limit after the agent has exited. */
  shrink(): void {
    this.#maxWeight = maxWeightAfterExit
    this.#trim()
  }

  #add(body: TraceEntryBody, { bytes, weight }: { bytes: number, weight: number }): void {
    const entry: TraceEntry = { seq: ++this.#lastSeq, at: this.#clock(), bytes, ...body }
    this.#entries.push({ entry, weight })
    this.#weight += weight
    this.#trim()
    this.#listeners.emit(entry)
  }

  /** Keeps the newest entry regardless of its size. */
  #isTooLarge(): boolean {
    const count = this.#entries.length - this.#first
    return count > maxEntries || (this.#weight > this.#maxWeight && count > 1)
  }

  #trim(): void {
    while (this.#isTooLarge()) {
      this.#weight -= this.#entries[this.#first]!.weight
      this.#entries[this.#first++] = undefined // frees the entry, which may be large, before the array is compacted
    }
    if (this.#first > maxEntries) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }
}

/**
 * Appends each trace entry to a file in `folder`, if given, as a JSON line. Redacts secrets, including all values of
 * the agent's configured environment. Returns a function that closes the file.
 */
export function writeTrace({ trace, agent: { name, env }, folder, report, secrets }: {
  trace: AgentTrace
  agent: AgentDefinition
  folder: string | undefined
  report: Report
  /** Returns more secrets to redact. Called for each entry. */
  secrets?: () => readonly string[]
}): () => void {
  if (folder === undefined)
    return () => undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')}-${Date.now()}-${process.pid}.jsonl`)
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  file.on('error', error => report(error, `writing the trace ${path}`))
  const secretFilter = new TraceSecrets(Object.values(env), secrets)
  const stop = trace.onEntry(entry => file.write(`${writeEntry(entry, secretFilter)}\n`))
  return () => {
    stop()
    file.end()
  }
}

function writeEntry(entry: TraceEntry, secretFilter: TraceSecrets): string {
  return secretFilter.write({ ...entry, bytes: undefined, seq: undefined })
}
