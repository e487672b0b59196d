import type { AgentLogEntry, AgentLogKind } from './agentLogEntry'
import type { TraceEntry } from './traceEntry'
import { isJsonObject, type JsonObject } from '../text/jsonObject'
import { oneLine } from '../text/shorten'
import { messageSummary } from './messageSummary'

/** Redacts secrets: `write` makes JSON of a value and learns its secrets, `clean` removes known ones from text. */
export interface SecretsCutter {
  write(value: unknown): string
  clean(text: string): string
}

/** Longer texts are cut; `readAgentLogEntry` gives all of it. */
const maxTextCharacters = 8_192
const maxSummaryCharacters = 240
/** How much of a text a summary is made from: redacting megabytes for one line is not worth it. */
const maxSummarySource = 4 * maxSummaryCharacters

/** Turns the messages of one connection into log entries, in order; answers get the method of their request. */
export class AgentLogWriter {
  readonly #connectionId: string
  readonly #secrets: SecretsCutter
  /** Requests without an answer yet, by direction and id. */
  readonly #open = new Map<string, { readonly method: string, readonly at: number }>()

  constructor({ connectionId, secrets }: { connectionId: string, secrets: SecretsCutter }) {
    this.#connectionId = connectionId
    this.#secrets = secrets
  }

  write(entry: TraceEntry): AgentLogEntry {
    const { at, bytes } = entry
    const base = { entryId: `${this.#connectionId}/${entry.seq}`, at, bytes }
    if (entry.direction === 'stderr' || entry.direction === 'note') {
      const text = this.#secrets.clean(entry.direction === 'stderr' ? entry.line : entry.note)
      return { ...base, direction: 'beside', kind: entry.direction, summary: summaryOf(text), ...textFields(text) }
    }
    const message = isJsonObject(entry.message) ? entry.message : {}
    const text = this.#secrets.write(entry.message) // first, since it learns the secrets that the summary must not show
    const summary = messageSummary(message)?.slice(0, maxSummarySource)
    return {
      ...base,
      direction: entry.direction === 'out' ? 'toAgent' : 'fromAgent',
      ...this.#pair(message, entry),
      summary: summaryOf(summary === undefined ? text : this.#secrets.clean(summary)),
      ...textFields(text),
    }
  }

  #pair(
    { id, method, error }: JsonObject,
    { direction, at }: TraceEntry,
  ): { kind: AgentLogKind, method?: string, rpcId?: string, tookMs?: number } {
    const rpcId = id === undefined ? undefined : JSON.stringify(id)
    if (typeof method === 'string') {
      if (rpcId === undefined)
        return { kind: 'notification', method }
      this.#open.set(`${direction} ${rpcId}`, { method, at })
      return { kind: 'request', method, rpcId }
    }
    const key = `${direction === 'out' ? 'in' : 'out'} ${rpcId}`
    const request = this.#open.get(key)
    this.#open.delete(key)
    return { kind: error === undefined ? 'answer' : 'error', method: request?.method, rpcId, tookMs: request && at - request.at }
  }
}

function textFields(text: string): Pick<AgentLogEntry, 'text' | 'isCut'> {
  return text.length > maxTextCharacters ? { text: text.slice(0, maxTextCharacters), isCut: true } : { text }
}

function summaryOf(text: string): string {
  return oneLine(text.slice(0, maxSummarySource), maxSummaryCharacters)
}
