import type { AgentLogEntry, AgentLogKind, TraceEntry } from './agentLogEntry'
import { isJsonObject, type JsonObject } from '../text/jsonObject'
import { oneLine } from '../text/shorten'

/** Redacts secrets: `write` makes JSON of a value and learns its secrets, `clean` removes known ones from text. */
interface SecretsCutter {
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

/** The most telling fields of a message, on one line; `undefined` if it has none. */
function messageSummary(message: JsonObject): string | undefined {
  const { method, params, result, error } = message
  if (isJsonObject(error))
    return `${String(error.code)} ${String(error.message)}`
  if (isJsonObject(params))
    return method === 'session/update' ? updateSummary(params.update) : paramsSummary(params)
  return isJsonObject(result) ? resultSummary(result) : undefined
}

function updateSummary(update: unknown): string | undefined {
  if (!isJsonObject(update))
    return undefined
  const { sessionUpdate, title, status, currentModeId } = update
  return joined([sessionUpdate, title, status, currentModeId, textOf(update.content)])
}

function paramsSummary({
  prompt,
  toolCall,
  command,
  args,
  path,
  cwd,
  terminalId,
  message,
  methodId,
  configId,
  modeId,
  value,
  requestId,
  clientInfo,
  line,
  limit,
}: JsonObject): string | undefined {
  if (Array.isArray(prompt))
    return joined(prompt.map(block => textOf(block) ?? (isJsonObject(block) ? `[${String(block.type)}]` : undefined)))
  if (isJsonObject(toolCall))
    return joined([toolCall.title ?? toolCall.toolCallId])
  if (isJsonObject(clientInfo))
    return joined([clientInfo.title ?? clientInfo.name, clientInfo.version])
  if (typeof command === 'string')
    return joined([command, ...(Array.isArray(args) ? args : [])])
  return joined([path ?? terminalId ?? message ?? methodId ?? configId ?? modeId ?? cwd ?? requestId, value, line, limit])
}

function resultSummary({
  stopReason,
  sessionId,
  outcome,
  exitCode,
  signal,
  terminalId,
  content,
  output,
  agentInfo,
  action,
}: JsonObject): string | undefined {
  if (isJsonObject(outcome))
    return joined([outcome.outcome, outcome.optionId])
  if (isJsonObject(agentInfo))
    return joined([agentInfo.title ?? agentInfo.name, agentInfo.version])
  return joined([
    stopReason ?? sessionId ?? terminalId ?? action,
    exitCode === undefined ? undefined : `exit code ${String(exitCode)}`,
    signal,
    typeof content === 'string' ? content : undefined,
    typeof output === 'string' ? output : undefined,
  ])
}

function textOf(block: unknown): string | undefined {
  return isJsonObject(block) && typeof block.text === 'string' ? block.text : undefined
}

function joined(words: readonly unknown[]): string | undefined {
  const known = words.filter(word => typeof word === 'string' || typeof word === 'number' || typeof word === 'boolean')
  return known.length === 0 ? undefined : known.join(' ')
}
