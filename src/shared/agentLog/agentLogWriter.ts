import type { AgentLogEntry, AgentLogKind, TraceEntry } from './agentLogEntry'
import { isJsonObject, type JsonObject } from '../text/jsonObject'
import { toOneLine } from '../text/shorten'

/** Redacts secrets: `write` serializes a value and learns its secrets, `clean` removes known secrets from text. */
interface SecretsRedactor {
  write(value: unknown): string
  clean(text: string): string
}

/** Longer texts are truncated; `readAgentLogEntry` returns them in full. */
const maxTextCharacters = 8_192
const maxSummaryCharacters = 240
/** Only this much of a text is redacted for its summary, because redacting megabytes for one line is wasteful. */
const maxSummarySource = 4 * maxSummaryCharacters

/** Converts the messages of one connection to log entries, in order. Responses get the method of their request. */
export class AgentLogWriter {
  readonly #connectionId: string
  readonly #secrets: SecretsRedactor
  /** Pending requests by direction and id. */
  readonly #open = new Map<string, { readonly method: string, readonly at: number }>()

  constructor({ connectionId, secrets }: { connectionId: string, secrets: SecretsRedactor }) {
    this.#connectionId = connectionId
    this.#secrets = secrets
  }

  write(entry: TraceEntry): AgentLogEntry {
    const { at, bytes } = entry
    const base = { entryId: `${this.#connectionId}/${entry.seq}`, at, bytes }
    if (entry.direction === 'stderr' || entry.direction === 'note') {
      const text = this.#secrets.clean(entry.direction === 'stderr' ? entry.line : entry.note)
      return { ...base, direction: 'beside', kind: entry.direction, summary: summarize(text), ...cutText(text) }
    }
    const message = isJsonObject(entry.message) ? entry.message : {}
    const text = this.#secrets.write(entry.message) // first: it learns the secrets that the summary must not show
    const summary = summarizeMessage(message)?.slice(0, maxSummarySource)
    return {
      ...base,
      direction: entry.direction === 'out' ? 'toAgent' : 'fromAgent',
      ...this.#pair(message, entry),
      summary: summarize(summary === undefined ? text : this.#secrets.clean(summary)),
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
    return {
      kind: error === undefined ? 'answer' : 'error',
      method: request?.method,
      rpcId,
      tookMs: request && at - request.at,
    }
  }
}

function cutText(text: string): Pick<AgentLogEntry, 'text' | 'isCut'> {
  return text.length > maxTextCharacters ? { text: text.slice(0, maxTextCharacters), isCut: true } : { text }
}

function summarize(text: string): string {
  return toOneLine(text.slice(0, maxSummarySource), maxSummaryCharacters)
}

/** The most informative fields of a message, on one line; `undefined` if there are none. */
function summarizeMessage(message: JsonObject): string | undefined {
  const { method, params, result, error } = message
  if (isJsonObject(error))
    return `${String(error.code)} ${String(error.message)}`
  if (isJsonObject(params))
    return method === 'session/update' ? summarizeUpdate(params.update) : summarizeParams(params)
  return isJsonObject(result) ? summarizeResult(result) : undefined
}

function summarizeUpdate(update: unknown): string | undefined {
  if (!isJsonObject(update))
    return undefined
  const { sessionUpdate, title, status, currentModeId } = update
  return joinKnown([sessionUpdate, title, status, currentModeId, getBlockText(update.content)])
}

function summarizeParams({
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
  if (Array.isArray(prompt)) {
    return joinKnown(prompt.map(block =>
      getBlockText(block) ?? (isJsonObject(block) ? `[${String(block.type)}]` : undefined),
    ))
  }
  if (isJsonObject(toolCall))
    return joinKnown([toolCall.title ?? toolCall.toolCallId])
  if (isJsonObject(clientInfo))
    return joinKnown([clientInfo.title ?? clientInfo.name, clientInfo.version])
  if (typeof command === 'string')
    return joinKnown([command, ...(Array.isArray(args) ? args : [])])
  return joinKnown([
    path ?? terminalId ?? message ?? methodId ?? configId ?? modeId ?? cwd ?? requestId,
    value,
    line,
    limit,
  ])
}

function summarizeResult({
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
    return joinKnown([outcome.outcome, outcome.optionId])
  if (isJsonObject(agentInfo))
    return joinKnown([agentInfo.title ?? agentInfo.name, agentInfo.version])
  return joinKnown([
    stopReason ?? sessionId ?? terminalId ?? action,
    exitCode === undefined ? undefined : `exit code ${String(exitCode)}`,
    signal,
    typeof content === 'string' ? content : undefined,
    typeof output === 'string' ? output : undefined,
  ])
}

function getBlockText(block: unknown): string | undefined {
  return isJsonObject(block) && typeof block.text === 'string' ? block.text : undefined
}

function joinKnown(words: readonly unknown[]): string | undefined {
  const known = words.filter(word => typeof word === 'string' || typeof word === 'number' || typeof word === 'boolean')
  return known.length === 0 ? undefined : known.join(' ')
}
