import type { AgentLogEntry, AgentLogKind } from './agentLogEntry'
import type { TraceEntry } from './traceEntry'
import { isJsonObject, type JsonObject } from '../text/jsonObject'
import { messageSummary } from './messageSummary'

/** What cuts secrets: values as JSON, and text by the secrets that are known by then. */
export interface SecretsCutter {
  write(value: unknown): string
  clean(text: string): string
}

/** Longer texts are cut; the rest is read when somebody wants it. */
const maxTextCharacters = 8_192
const maxSummaryCharacters = 240
/** Looked at for a summary: cutting secrets out of megabytes for one line is not worth it. */
const maxSummarySource = 4 * maxSummaryCharacters

/** Turns what went over one wire into lines of the log, in order: an answer is told which request it belongs to. */
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
      return { ...base, direction: 'beside', kind: entry.direction, summary: oneLine(text), ...cutText(text) }
    }
    const message = isJsonObject(entry.message) ? entry.message : {}
    const text = this.#secrets.write(entry.message) // first: it also learns the secrets that the summary must not show
    const summary = messageSummary(message)?.slice(0, maxSummarySource)
    return {
      ...base,
      direction: entry.direction === 'out' ? 'toAgent' : 'fromAgent',
      ...this.#pair(message, entry),
      summary: oneLine(summary === undefined ? text : this.#secrets.clean(summary)),
      ...cutText(text),
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

function cutText(text: string): Pick<AgentLogEntry, 'text' | 'isCut'> {
  return text.length > maxTextCharacters ? { text: text.slice(0, maxTextCharacters), isCut: true } : { text }
}

function oneLine(text: string): string {
  const line = text.slice(0, maxSummarySource).replaceAll(/\s+/g, ' ').trim()
  return line.length > maxSummaryCharacters ? `${line.slice(0, maxSummaryCharacters - 1)}…` : line
}
