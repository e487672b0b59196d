import type { AvailableCommand, PlanEntry, SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { decodeConfigOptions } from './configOptionDecoder'
import { decodeContentBlock, decodeItems, decodeLocation, decodeToolCallContent, dedupeByKey } from './contentDecoder'
import {
  dropInvalidFields,
  isEnumValue,
  isId,
  isNumber,
  isText,
  isWholeNumber,
  onlyMeta,
  type OptionalFields,
  type Repairs,
} from './optionalFields'

const optionalCallFields: OptionalFields = {
  ...onlyMeta,
  title: isText,
  name: isText,
  kind: isEnumValue,
  status: isEnumValue,
}

/** A validated `session/update`. `repaired` describes malformed parts that were dropped or repaired. */
export interface DecodedUpdate {
  readonly sessionId: string
  readonly update: SessionUpdate
  readonly repaired: readonly string[]
}

/**
 * Validates `session/update` by its discriminator, because the SDK tries every variant twice and drops unknown ones.
 * Drops malformed parts individually and keeps an unknown kind of update unchanged. Returns `undefined` if nothing is
 * usable, and the same object if the update is valid.
 */
export function decodeSessionUpdate(params: unknown): DecodedUpdate | undefined {
  if (!isJsonObject(params) || !isId(params.sessionId) || !isJsonObject(params.update))
    return undefined
  const repaired: Repairs = []
  const update = decodeUpdate(dropInvalidFields(params.update, onlyMeta, repaired), repaired)
  // `decodeUpdate` checked the required fields of each known variant; the reducer keeps unknown ones.
  return update && { sessionId: params.sessionId, update: update as unknown as SessionUpdate, repaired }
}

function decodeUpdate(update: JsonObject, repairs: Repairs): JsonObject | undefined {
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return decodeChunk(update, repairs)
    case 'tool_call':
      // Without a title it cannot create a tool call, but it can still patch one.
      return decodeToolCall(typeof update.title === 'string' ? update : asPatch(update, repairs), repairs)
    case 'tool_call_update':
      return decodeToolCall(update, repairs)
    case 'plan':
      return withItems(update, { key: 'entries', decode: decodePlanEntry, name: 'plan entry', repairs })
    case 'available_commands_update':
      return withItems(update, {
        key: 'availableCommands',
        decode: decodeCommand,
        keyOf: ({ name }) => name,
        name: 'command',
        repairs,
      })
    case 'current_mode_update':
      return decodeMode(update, repairs)
    case 'config_option_update':
      return decodeConfig(update, repairs)
    case 'session_info_update':
      return dropInvalidFields(update, { title: isText, updatedAt: isText }, repairs)
    case 'usage_update':
      return decodeUsage(dropInvalidFields(update, { cost: isCost }, repairs), repairs)
    case 'notice':
      return isNonBlank(update.title) || (isText(update.title) && isNonBlank(update.description))
        ? decodeNotice(update, repairs)
        : undefined
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
  return dropInvalidFields(fixed, optionalChunkFields, repairs)
}

function decodePlanEntry(value: unknown, repairs: Repairs): PlanEntry | undefined {
  if (!isJsonObject(value) || !isNonBlank(value.content))
    return undefined
  const entry = dropInvalidFields(value, onlyMeta, repairs)
  const isPriority = value.priority === 'high' || value.priority === 'medium' || value.priority === 'low'
  // Show a status that ACP does not define, such as "cancelled", unchanged: any other would be wrong.
  const isStatus = isNonBlank(value.status) && isEnumValue(value.status)
  if (isPriority && isStatus)
    return entry as unknown as PlanEntry // its status may be wider than ACP's three
  repairs.push('plan entry')
  return {
    ...entry,
    ...!isPriority && { priority: 'medium' },
    ...!isStatus && { status: 'pending' },
  } as unknown as PlanEntry
}

function decodeCommand(value: unknown, repairs: Repairs): AvailableCommand | undefined {
  if (!isJsonObject(value) || !isNonBlank(value.name))
    return undefined
  const { description } = value
  if (typeof description !== 'string')
    repairs.push('command description')
  const described = typeof description === 'string' ? value : { ...value, description: '' }
  return dropInvalidFields(described, optionalCommandFields, repairs) as unknown as AvailableCommand // every field was checked
}

/** Keeps a valid cost even if the token counts are malformed. */
function decodeUsage(usage: JsonObject, repairs: Repairs): JsonObject | undefined {
  const { used, size, cost } = usage
  if (isWholeNumber(used) && isWholeNumber(size))
    return usage
  const areCounts = isNumber(used)
    && isNumber(size)
    && isWholeNumber(Math.round(used))
    && isWholeNumber(Math.round(size))
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
  // ACP's documentation once used this field name.
  repairs.push('modeId')
  return { ...update, currentModeId: update.modeId }
}

function decodeConfig(update: JsonObject, repairs: Repairs): JsonObject | undefined {
  const listed = asList(update.configOptions, 'configOptions', repairs)
  if (listed === undefined)
    return undefined
  const configOptions = decodeConfigOptions(listed, repairs)
  return configOptions === update.configOptions ? update : { ...update, configOptions }
}

function decodeNotice(update: JsonObject, repairs: Repairs): JsonObject {
  const described = dropInvalidFields(update, { description: isText }, repairs)
  if (typeof update.severity === 'string')
    return described
  repairs.push('severity')
  return { ...described, severity: 'info' }
}

function decodeCompaction(update: JsonObject, repairs: Repairs): JsonObject {
  const fixed = dropInvalidFields(update, { status: isText, error: isText, summary: Array.isArray }, repairs)
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
  const listed = asList(update[key], key, repairs)
  if (listed === undefined)
    return undefined
  const decoded = decodeItems({ items: listed, decode, name, repairs })
  const items = keyOf ? dedupeByKey(decoded, { keyOf, name, repairs }) : decoded
  return items === update[key] ? update : { ...update, [key]: items }
}

/** Treats `null` as an empty list, like the agent side of the SDK. */
function asList(value: unknown, name: string, repairs: Repairs): readonly unknown[] | undefined {
  if (value !== null)
    return Array.isArray(value) ? value : undefined
  repairs.push(name)
  return []
}

const optionalChunkFields: OptionalFields = { messageId: isId }
const optionalCommandFields: OptionalFields = { ...onlyMeta, input: isCommandInput }

/** Whether a value is text that a person could read or choose. */
function isNonBlank(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value)
}

function isCost(value: unknown): boolean {
  return isJsonObject(value) && isNumber(value.amount) && typeof value.currency === 'string'
}

function isCommandInput(value: unknown): boolean {
  return isJsonObject(value) && typeof value.hint === 'string'
}

/**
 * Validates a tool call or a patch of one. Keeps unknown kinds and statuses, because they are only shown. Returns the
 * same object if nothing changed.
 */
export function decodeToolCall<T extends JsonObject>(call: T, repairs: Repairs): T & ToolCallUpdate | undefined {
  if (!isId(call.toolCallId))
    return undefined
  const rest = dropInvalidFields(call, optionalCallFields, repairs)
  const content = decodeList(call.content, decodeToolCallContent, { name: 'content item', repairs })
  const locations = decodeList(call.locations, decodeLocation, { name: 'location', repairs })
  if (content === call.content && locations === call.locations)
    return rest as T & ToolCallUpdate // every field was checked
  const fixed: JsonObject = { ...rest, content, locations }
  for (const key of ['content', 'locations']) {
    if (fixed[key] === undefined)
      delete fixed[key]
  }
  return fixed as T & ToolCallUpdate // malformed parts were dropped
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
