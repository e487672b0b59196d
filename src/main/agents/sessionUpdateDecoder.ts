import type { AvailableCommand, PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk'
import { isFields, type Fields } from '../../shared/fields'
import { decodeConfigOptions } from './configOptionDecoder'
import { decodeContentBlock, decodeItems, isId, type Repairs } from './contentDecoder'
import { decodeToolCall, isMeta } from './toolCallDecoder'

/** A `session/update` that can be relied on. `repaired` names what did not fit and was left out or mended. */
export interface DecodedUpdate {
  readonly sessionId: string
  readonly update: SessionUpdate
  readonly repaired: readonly string[]
}

/**
 * Checks the parameters of a `session/update`, looking at the tag first: the SDK tries all variants one after the other, twice,
 * and drops what it does not know. A part that does not fit is left out alone; an unknown kind of update is kept as it came.
 * `undefined` when nothing of it can be used. An update that is right comes back as the object it was.
 */
export function decodeSessionUpdate(params: unknown): DecodedUpdate | undefined {
  if (!isFields(params) || !isId(params.sessionId) || !isFields(params.update))
    return undefined
  const repaired: Repairs = []
  const update = decodeUpdate(params.update, repaired)
  // Each variant's required fields were checked under its tag; an unknown tag is the reducer's to keep.
  return update && { sessionId: params.sessionId, update: update as unknown as SessionUpdate, repaired }
}

function decodeUpdate(update: Fields, repairs: Repairs): Fields | undefined {
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return decodeChunk(update, repairs)
    case 'tool_call':
      // Without a title it cannot start a card, but it can still patch one.
      return decodeToolCall(typeof update.title === 'string' ? update : { ...update, sessionUpdate: 'tool_call_update' }, repairs)
    case 'tool_call_update':
      return decodeToolCall(update, repairs)
    case 'plan':
      return withItems(update, { key: 'entries', decode: decodePlanEntry, name: 'plan entry', repairs })
    case 'available_commands_update':
      return withItems(update, { key: 'availableCommands', decode: decodeCommand, name: 'command', repairs })
    case 'current_mode_update':
      return decodeMode(update, repairs)
    case 'config_option_update':
      return decodeConfig(update, repairs)
    case 'session_info_update':
      return dropUnless(dropUnless(update, { key: 'title', fits: isTextOrNull, repairs }), { key: 'updatedAt', fits: isTextOrNull, repairs })
    case 'usage_update':
      return isCount(update.used) && isCount(update.size) ? dropUnless(update, { key: 'cost', fits: isCost, repairs }) : undefined
    case 'notice':
      return typeof update.title === 'string' ? decodeNotice(update, repairs) : undefined
    case 'compaction_update':
      return isId(update.compactionId) && typeof update.status === 'string' ? decodeCompaction(update, repairs) : undefined
    case 'compaction_summary_chunk':
      return isId(update.compactionId) ? decodeChunk(update, repairs) : undefined
    default:
      return typeof update.sessionUpdate === 'string' && update.sessionUpdate !== '' ? update : undefined
  }
}

function decodeChunk(update: Fields, repairs: Repairs): Fields | undefined {
  const content = decodeContentBlock(update.content, repairs)
  if (content === undefined)
    return undefined
  const fixed = content === update.content ? update : { ...update, content }
  return dropUnless(dropUnless(fixed, { key: 'messageId', fits: isIdOrNull, repairs }), { key: '_meta', fits: isMeta, repairs })
}

function decodePlanEntry(value: unknown, repairs: Repairs): PlanEntry | undefined {
  if (!isFields(value) || typeof value.content !== 'string')
    return undefined
  const isPriority = value.priority === 'high' || value.priority === 'medium' || value.priority === 'low'
  const isStatus = value.status === 'pending' || value.status === 'in_progress' || value.status === 'completed'
  if (isPriority && isStatus)
    return value as unknown as PlanEntry // all three fields were checked
  repairs.push('plan entry')
  return { ...value, ...!isPriority && { priority: 'medium' }, ...!isStatus && { status: 'pending' } } as unknown as PlanEntry
}

function decodeCommand(value: unknown, repairs: Repairs): AvailableCommand | undefined {
  if (!isFields(value) || typeof value.name !== 'string' || value.name === '')
    return undefined
  const described = typeof value.description === 'string' ? value : { ...value, description: '' }
  return dropUnless(described, { key: 'input', fits: isCommandInput, repairs }) as unknown as AvailableCommand // name, description and input were checked
}

function decodeMode(update: Fields, repairs: Repairs): Fields | undefined {
  if (isId(update.currentModeId))
    return update
  if (!isId(update.modeId))
    return undefined
  // The documentation once showed the field under this name.
  repairs.push('modeId')
  return { ...update, currentModeId: update.modeId }
}

function decodeConfig(update: Fields, repairs: Repairs): Fields | undefined {
  if (!Array.isArray(update.configOptions))
    return undefined
  const configOptions = decodeConfigOptions(update.configOptions, repairs)
  return configOptions === update.configOptions ? update : { ...update, configOptions }
}

function decodeNotice(update: Fields, repairs: Repairs): Fields {
  const described = dropUnless(update, { key: 'description', fits: isTextOrNull, repairs })
  return typeof update.severity === 'string' ? described : { ...described, severity: 'info' }
}

function decodeCompaction(update: Fields, repairs: Repairs): Fields {
  const fixed = dropUnless(update, { key: 'error', fits: isTextOrNull, repairs })
  if (!Array.isArray(fixed.summary))
    return dropUnless(fixed, { key: 'summary', fits: value => value === undefined || value === null, repairs })
  const summary = decodeItems({ items: fixed.summary, decode: decodeContentBlock, name: 'summary block', repairs })
  return summary === fixed.summary ? fixed : { ...fixed, summary }
}

function withItems<T>(update: Fields, { key, decode, name, repairs }: {
  key: string
  decode: (item: unknown, repairs: Repairs) => T | undefined
  name: string
  repairs: Repairs
}): Fields | undefined {
  const value = update[key]
  if (!Array.isArray(value))
    return undefined
  const items = decodeItems({ items: value, decode, name, repairs })
  return items === value ? update : { ...update, [key]: items }
}

/** The same object when the field fits, else a copy without it. */
function dropUnless(fields: Fields, { key, fits, repairs }: { key: string, fits: (value: unknown) => boolean, repairs: Repairs }): Fields {
  if (fits(fields[key]))
    return fields
  repairs.push(key)
  const rest = { ...fields }
  delete rest[key]
  return rest
}

function isTextOrNull(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isIdOrNull(value: unknown): boolean {
  return value === undefined || value === null || isId(value)
}

function isCount(value: unknown): boolean {
  // JSON can say 1e999, which is no number to store.
  return Number.isFinite(value) && (value as number) >= 0
}

function isCost(value: unknown): boolean {
  return value === undefined || value === null || isFields(value) && Number.isFinite(value.amount) && typeof value.currency === 'string'
}

function isCommandInput(value: unknown): boolean {
  return value === undefined || value === null || isFields(value) && typeof value.hint === 'string'
}
