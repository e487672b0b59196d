import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { JsonObject } from '../../../shared/text/jsonObject'
import { decodeItems, decodeLocation, decodeToolCallContent } from './contentDecoder'
import { dropMisfits, isId, isText, isWord, onlyMeta, type OptionalFields, type Repairs } from './optionalFields'

const optionalOfCall: OptionalFields = { ...onlyMeta, title: isText, name: isText, kind: isWord, status: isWord }

/**
 * The fields of a tool call, or of a patch of one. Unknown kinds and statuses are kept: they are shown, and nothing is decided by
 * them. The same object comes back if nothing had to change.
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
