import type { AvailableCommand, PlanEntry, SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { decodeConfigOptions } from './configOptionDecoder'
import { decodeContentBlock, decodeItems, decodeLocation, decodeToolCallContent, eachOnce } from './contentDecoder'
import {
  dropMisfits,
  isEnumValue,
  isId,
  isNumber,
  isText,
  isWholeNumber,
  onlyMeta,
  type OptionalFields,
  type Repairs,
} from './optionalFields'

const optionalOfCall: OptionalFields = { ...onlyMeta, title: isText, name: isText, kind: isEnumValue, status: isEnumValue }

/** A checked `session/update`. `repaired` names the malformed parts that were dropped or repaired. */
export interface DecodedUpdate {
  readonly sessionId: string
  readonly update: SessionUpdate
  readonly repaired: readonly string[]
}

/**
 * Checks the parameters of a `session/update`, looking at the tag first: the SDK tries all variants one after the
 * other, twice, and drops what it does not know. Malformed parts are dropped one by one; an unknown kind of update is
 * kept unchanged. `undefined` if nothing can be used. A valid update comes back as the same object.
 */
export function decodeSessionUpdate(params: unknown): DecodedUpdate | undefined {
  if (!isJsonObject(params) || !isId(params.sessionId) || !isJsonObject(params.update))
    return undefined
  const repaired: Repairs = []
  const update = decodeUpdate(dropMisfits(params.update, onlyMeta, repaired), repaired)
  // Each variant's required fields were checked under its tag; an unknown tag is the reducer's to keep.
  return update && { sessionId: params.sessionId, update: update as unknown as SessionUpdate, repaired }
}

function decodeUpdate(update: JsonObject, repairs: Repairs): JsonObject | undefined {
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return decodeChunk(update, repairs)
    case 'tool_call':
      // Without a title it cannot start a tool call, but it can still patch one.
      return decodeToolCall(typeof update.title === 'string' ? update : asPatch(update, repairs), repairs)
    case 'tool_call_update':
      return decodeToolCall(update, repairs)
    case 'plan':
      return withItems(update, { key: 'entries', decode: decodePlanEntry, name: 'plan entry', repairs })
    case 'available_commands_update':
      return withItems(update, { key: 'availableCommands', decode: decodeCommand, keyOf: ({ name }) => name, name: 'command', repairs })
    case 'current_mode_update':
      return decodeMode(update, repairs)
    case 'config_option_update':
      return decodeConfig(update, repairs)
    case 'session_info_update':
      return dropMisfits(update, { title: isText, updatedAt: isText }, repairs)
    case 'usage_update':
      return decodeUsage(dropMisfits(update, { cost: isCost }, repairs), repairs)
    case 'notice':
      return isSaid(update.title) || (isText(update.title) && isSaid(update.description)) ? decodeNotice(update, repairs) : undefined
    case 'compaction_update':
      return isId(update.compactionId) ? decodeCompaction(update, repairs) : undefined
    case 'compaction_summary_chunk':
      return isId(update.compactionId) ? decodeChunk(update, repairs) : undefined
    default:
      return typeof update.sessionUpdate === 'string' && update.sessionUpdate !== '' ? update : undefined
  }
}

function asPatch(call: JsonObject, repairs: Repairs): JsonObject {
  repairs.push('tool call without a title')
  return { ...call, sessionUpdate: 'tool_call_update' }
}

function decodeChunk(update: JsonObject, repairs: Repairs): JsonObject | undefined {
  const content = decodeContentBlock(update.content, repairs)
  if (content === undefined)
    return undefined
  const fixed = content === update.content ? update : { ...update, content }
  return dropMisfits(fixed, optionalOfChunk, repairs)
}

function decodePlanEntry(value: unknown, repairs: Repairs): PlanEntry | undefined {
  if (!isJsonObject(value) || !isSaid(value.content))
    return undefined
  const entry = dropMisfits(value, onlyMeta, repairs)
  const isPriority = value.priority === 'high' || value.priority === 'medium' || value.priority === 'low'
  // A status that ACP does not have, such as "cancelled", is shown as it is: another would be wrong.
  const isStatus = isSaid(value.status) && isEnumValue(value.status)
  if (isPriority && isStatus)
    return entry as unknown as PlanEntry // its status may be wider than ACP's three
  repairs.push('plan entry')
  return { ...entry, ...!isPriority && { priority: 'medium' }, ...!isStatus && { status: 'pending' } } as unknown as PlanEntry
}

function decodeCommand(value: unknown, repairs: Repairs): AvailableCommand | undefined {
  if (!isJsonObject(value) || !isSaid(value.name))
    return undefined
  const { description } = value
  if (typeof description !== 'string')
    repairs.push('command description')
  const described = typeof description === 'string' ? value : { ...value, description: '' }
  return dropMisfits(described, optionalOfCommand, repairs) as unknown as AvailableCommand // all of its fields were checked
}

/** A cost is worth keeping even if the counts are malformed. */
function decodeUsage(usage: JsonObject, repairs: Repairs): JsonObject | undefined {
  const { used, size, cost } = usage
  if (isWholeNumber(used) && isWholeNumber(size))
    return usage
  const areCounts = isNumber(used) && isNumber(size) && isWholeNumber(Math.round(used)) && isWholeNumber(Math.round(size))
  if (!areCounts && !isJsonObject(cost))
    return undefined
  repairs.push('tokens')
  return { ...usage, used: areCounts ? Math.round(used) : 0, size: areCounts ? Math.round(size) : 0 }
}

function decodeMode(update: JsonObject, repairs: Repairs): JsonObject | undefined {
  if (isId(update.currentModeId))
    return update
  if (!isId(update.modeId))
    return undefined
  // The documentation once showed the field under this name.
  repairs.push('modeId')
  return { ...update, currentModeId: update.modeId }
}

function decodeConfig(update: JsonObject, repairs: Repairs): JsonObject | undefined {
  const listed = listOf(update.configOptions, 'configOptions', repairs)
  if (listed === undefined)
    return undefined
  const configOptions = decodeConfigOptions(listed, repairs)
  return configOptions === update.configOptions ? update : { ...update, configOptions }
}

function decodeNotice(update: JsonObject, repairs: Repairs): JsonObject {
  const described = dropMisfits(update, { description: isText }, repairs)
  if (typeof update.severity === 'string')
    return described
  repairs.push('severity')
  return { ...described, severity: 'info' }
}

function decodeCompaction(update: JsonObject, repairs: Repairs): JsonObject {
  const fixed = dropMisfits(update, { status: isText, error: isText, summary: Array.isArray }, repairs)
  if (!Array.isArray(fixed.summary))
    return fixed
  const summary = decodeItems({ items: fixed.summary, decode: decodeContentBlock, name: 'summary block', repairs })
  return summary === fixed.summary ? fixed : { ...fixed, summary }
}

function withItems<T>(update: JsonObject, { key, decode, keyOf, name, repairs }: {
  key: string
  decode: (item: unknown, repairs: Repairs) => T | undefined
  keyOf?: (item: T) => unknown
  name: string
  repairs: Repairs
}): JsonObject | undefined {
  const listed = listOf(update[key], key, repairs)
  if (listed === undefined)
    return undefined
  const decoded = decodeItems({ items: listed, decode, name, repairs })
  const items = keyOf ? eachOnce(decoded, { keyOf, name, repairs }) : decoded
  return items === update[key] ? update : { ...update, [key]: items }
}

/** The agents' side of the SDK also reads `null` as an empty list. */
function listOf(value: unknown, name: string, repairs: Repairs): readonly unknown[] | undefined {
  if (value !== null)
    return Array.isArray(value) ? value : undefined
  repairs.push(name)
  return []
}

const optionalOfChunk: OptionalFields = { messageId: isId }
const optionalOfCommand: OptionalFields = { ...onlyMeta, input: isCommandInput }

/** No one could read, or choose, what is blank. */
function isSaid(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value)
}

function isCost(value: unknown): boolean {
  return isJsonObject(value) && isNumber(value.amount) && typeof value.currency === 'string'
}

function isCommandInput(value: unknown): boolean {
  return isJsonObject(value) && typeof value.hint === 'string'
}

/**
 * The fields of a tool call, or of a patch of one. Unknown kinds and statuses are kept: they are shown, and nothing is
 * decided by them. The same object comes back if nothing had to change.
 */
export function decodeToolCall<T extends JsonObject>(call: T, repairs: Repairs): T & ToolCallUpdate | undefined {
  if (!isId(call.toolCallId))
    return undefined
  const rest = dropMisfits(call, optionalOfCall, repairs)
  const content = decodeList(call.content, decodeToolCallContent, { name: 'content item', repairs })
  const locations = decodeList(call.locations, decodeLocation, { name: 'location', repairs })
  if (content === call.content && locations === call.locations)
    return rest as T & ToolCallUpdate // every field was checked
  const fixed: JsonObject = { ...rest, content, locations }
  for (const key of ['content', 'locations']) {
    if (fixed[key] === undefined)
      delete fixed[key]
  }
  return fixed as T & ToolCallUpdate // malformed parts are gone
}

function decodeList<T>(
  value: unknown,
  decode: (item: unknown, repairs: Repairs) => T | undefined,
  { name, repairs }: { name: string, repairs: Repairs },
): T[] | null | undefined {
  if (value === undefined || value === null)
    return value
  if (Array.isArray(value))
    return decodeItems({ items: value, decode, name, repairs })
  repairs.push(name)
  return undefined
}
