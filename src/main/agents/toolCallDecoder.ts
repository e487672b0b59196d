import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { isFields, type Fields } from '../../shared/fields'
import { decodeItems, decodeLocation, decodeToolCallContent, isId, type Repairs } from './contentDecoder'

/**
 * The fields of a tool call, or of a patch of one. Kinds and statuses that we do not know are kept: they are shown, not decided on.
 * The same object comes back when nothing had to change.
 */
export function decodeToolCall<T extends Fields>(call: T, repairs: Repairs): T & ToolCallUpdate | undefined {
  if (!isId(call.toolCallId))
    return undefined
  let bad: string[] | undefined
  if (!isText(call.title))
    (bad ??= []).push('title')
  if (!isText(call.name))
    (bad ??= []).push('name')
  if (!isWord(call.kind))
    (bad ??= []).push('kind')
  if (!isWord(call.status))
    (bad ??= []).push('status')
  if (!isMeta(call._meta))
    (bad ??= []).push('_meta')
  const content = decodeList(call.content, decodeToolCallContent, { name: 'content item', repairs })
  const locations = decodeList(call.locations, decodeLocation, { name: 'location', repairs })
  if (bad === undefined && content === call.content && locations === call.locations)
    return call as T & ToolCallUpdate // every field was checked
  const fixed: Fields = { ...call, content, locations }
  for (const key of bad ?? [])
    delete fixed[key]
  for (const key of ['content', 'locations']) {
    if (fixed[key] === undefined)
      delete fixed[key]
  }
  repairs.push(...bad ?? [])
  return fixed as T & ToolCallUpdate // what did not fit is gone
}

/** Whether a value may stand as `_meta`. */
export function isMeta(value: unknown): boolean {
  return value === undefined || value === null || isFields(value)
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isWord(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string' && value.length <= 64
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
