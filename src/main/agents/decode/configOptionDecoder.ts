import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { decodeItems, eachOnce } from './contentDecoder'
import { dropMisfits, isId, isText, onlyMeta, type OptionalFields, type Repairs } from './optionalFields'

/** A session's options. Options of an unknown type are dropped, as the protocol asks. */
export function decodeConfigOptions(items: readonly unknown[], repairs: Repairs): SessionConfigOption[] {
  return eachOnce(decodeItems({ items, decode: decodeConfigOption, name: 'config option', repairs }), {
    keyOf: ({ id }) => id,
    name: 'config option',
    repairs,
  })
}

function decodeConfigOption(value: unknown, repairs: Repairs): SessionConfigOption | undefined {
  if (!isJsonObject(value) || !isId(value.id) || typeof value.name !== 'string')
    return undefined
  // all of its fields were checked
  return decodeKind(dropMisfits(value, optionalOfOption, repairs), repairs) as unknown as SessionConfigOption | undefined
}

const optionalOfChoice: OptionalFields = { ...onlyMeta, description: isText }
const optionalOfOption: OptionalFields = { ...optionalOfChoice, category: isText }

function decodeKind(value: JsonObject, repairs: Repairs): JsonObject | undefined {
  if (value.type === 'boolean')
    return typeof value.currentValue === 'boolean' ? value : undefined
  if (value.type !== 'select' || typeof value.currentValue !== 'string' || !Array.isArray(value.options))
    return undefined
  const options = ungrouped(decodeItems({ items: value.options, decode: decodeChoiceOrGroup, name: 'config choice', repairs }), repairs)
  return options === value.options ? value : { ...value, options }
}

function isGroup(value: JsonObject): value is JsonObject & { options: unknown[] } {
  return Array.isArray(value.options)
}

function decodeChoiceOrGroup(value: unknown, repairs: Repairs): JsonObject | undefined {
  if (!isJsonObject(value) || !isGroup(value))
    return decodeChoice(value, repairs)
  if (typeof value.name !== 'string' || typeof value.group !== 'string')
    return undefined
  const choices = decodeItems<JsonObject>({ items: value.options, decode: decodeChoice, name: 'config choice', repairs })
  const options = choicesOnce(choices, repairs)
  const group = dropMisfits(value, onlyMeta, repairs)
  return options === value.options ? group : { ...group, options }
}

function decodeChoice(value: unknown, repairs: Repairs): JsonObject | undefined {
  if (!isJsonObject(value) || typeof value.name !== 'string' || typeof value.value !== 'string')
    return undefined
  const choice = dropMisfits(value, optionalOfChoice, repairs)
  if (!('options' in choice))
    return choice
  repairs.push('options of a config choice')
  return Object.fromEntries(Object.entries(choice).filter(([key]) => key !== 'options')) // only a group has them
}

/**
 * The protocol has choices or groups, never both: in a mix, the group headings are dropped but every choice is kept.
 */
function ungrouped(items: JsonObject[], repairs: Repairs): JsonObject[] {
  if (items.length > 0 && items.every(isGroup))
    return eachOnce(items, { keyOf: ({ group }) => group, name: 'group of config choices', repairs })
  if (!items.some(isGroup))
    return choicesOnce(items, repairs)
  repairs.push('headings of config choices')
  return choicesOnce(items.flatMap(item => isGroup(item) ? item.options as JsonObject[] : [item]), repairs) // checked one by one
}

function choicesOnce(choices: JsonObject[], repairs: Repairs): JsonObject[] {
  return eachOnce(choices, { keyOf: ({ value }) => value, name: 'config choice', repairs })
}
