import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { decodeItems, dedupeByKey } from './contentDecoder'
import { dropInvalidFields, isId, isText, onlyMeta, type OptionalFields, type Repairs } from './optionalFields'

/** Decodes a session's config options. Drops those of an unknown type, as the protocol requires. */
export function decodeConfigOptions(items: readonly unknown[], repairs: Repairs): SessionConfigOption[] {
  return dedupeByKey(decodeItems({ items, decode: decodeConfigOption, name: 'config option', repairs }), {
    keyOf: ({ id }) => id,
    name: 'config option',
    repairs,
  })
}

function decodeConfigOption(value: unknown, repairs: Repairs): SessionConfigOption | undefined {
  if (!isJsonObject(value) || !isId(value.id) || typeof value.name !== 'string')
    return undefined
  // every field was checked
  return decodeKind(
    dropInvalidFields(value, optionalOptionFields, repairs),
    repairs,
  ) as unknown as SessionConfigOption | undefined
}

const optionalChoiceFields: OptionalFields = { ...onlyMeta, description: isText }
const optionalOptionFields: OptionalFields = { ...optionalChoiceFields, category: isText }

function decodeKind(value: JsonObject, repairs: Repairs): JsonObject | undefined {
  if (value.type === 'boolean')
    return typeof value.currentValue === 'boolean' ? value : undefined
  if (value.type !== 'select' || typeof value.currentValue !== 'string' || !Array.isArray(value.options))
    return undefined
  const options = flattenGroups(
    decodeItems({ items: value.options, decode: decodeChoiceOrGroup, name: 'config choice', repairs }),
    repairs,
  )
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
  const choices = decodeItems<JsonObject>({
    items: value.options,
    decode: decodeChoice,
    name: 'config choice',
    repairs,
  })
  const options = dedupeChoices(choices, repairs)
  const group = dropInvalidFields(value, onlyMeta, repairs)
  return options === value.options ? group : { ...group, options }
}

function decodeChoice(value: unknown, repairs: Repairs): JsonObject | undefined {
  if (!isJsonObject(value) || typeof value.name !== 'string' || typeof value.value !== 'string')
    return undefined
  const choice = dropInvalidFields(value, optionalChoiceFields, repairs)
  if (!('options' in choice))
    return choice
  repairs.push('options of a config choice')
  return Object.fromEntries(Object.entries(choice).filter(([key]) => key !== 'options')) // only groups have `options`
}

/** ACP allows choices or groups, not both. For a mix, keeps every choice and drops the group headings. */
function flattenGroups(items: JsonObject[], repairs: Repairs): JsonObject[] {
  if (items.length > 0 && items.every(isGroup))
    return dedupeByKey(items, { keyOf: ({ group }) => group, name: 'group of config choices', repairs })
  if (!items.some(isGroup))
    return dedupeChoices(items, repairs)
  repairs.push('headings of config choices')
  return dedupeChoices(
    items.flatMap(item => isGroup(item) ? item.options as JsonObject[] : [item]),
    repairs,
  ) // checked one by one
}

function dedupeChoices(choices: JsonObject[], repairs: Repairs): JsonObject[] {
  return dedupeByKey(choices, { keyOf: ({ value }) => value, name: 'config choice', repairs })
}
