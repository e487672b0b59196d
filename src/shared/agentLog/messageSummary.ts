import { isJsonObject, type JsonObject } from '../text/jsonObject'

/** The most telling fields of a message, on one line; `undefined` if it has none. */
export function messageSummary(message: JsonObject): string | undefined {
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
