import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import { isFields, type Fields } from '../../shared/fields'
import { decodeItems } from './contentDecoder'
import { dropMisfits, isId, isText, onlyMeta, type OptionalFields, type Repairs } from './optionalFields'

/** A session's options. Those of a type that we cannot draw are left out, as the protocol wants. */
export function decodeConfigOptions(items: readonly unknown[], repairs: Repairs): SessionConfigOption[] {
  return decodeItems({ items, decode: decodeConfigOption, name: 'config option', repairs })
}

function decodeConfigOption(value: unknown, repairs: Repairs): SessionConfigOption | undefined {
  if (!isFields(value) || !isId(value.id) || typeof value.name !== 'string')
    return undefined
  return decodeKind(dropMisfits(value, optionalOfOption, repairs), repairs) as unknown as SessionConfigOption | undefined // all of its fields were checked
}

const optionalOfChoice: OptionalFields = { ...onlyMeta, description: isText }
const optionalOfOption: OptionalFields = { ...optionalOfChoice, category: isText }

function decodeKind(value: Fields, repairs: Repairs): Fields | undefined {
  if (value.type === 'boolean')
    return typeof value.currentValue === 'boolean' ? value : undefined
  if (value.type !== 'select' || typeof value.currentValue !== 'string' || !Array.isArray(value.options))
    return undefined
  const options = ungrouped(decodeItems({ items: value.options, decode: decodeChoiceOrGroup, name: 'config choice', repairs }), repairs)
  return options === value.options ? value : { ...value, options }
}

function isGroup(value: Fields): value is Fields & { options: unknown[] } {
  return Array.isArray(value.options)
}

function decodeChoiceOrGroup(value: unknown, repairs: Repairs): Fields | undefined {
  if (!isFields(value) || !isGroup(value))
    return decodeChoice(value, repairs)
  if (typeof value.name !== 'string' || typeof value.group !== 'string')
    return undefined
  const options = decodeItems<Fields>({ items: value.options, decode: decodeChoice, name: 'config choice', repairs })
  const group = dropMisfits(value, onlyMeta, repairs)
  return options === value.options ? group : { ...group, options }
}

function decodeChoice(value: unknown, repairs: Repairs): Fields | undefined {
  if (!isFields(value) || typeof value.name !== 'string' || typeof value.value !== 'string')
    return undefined
  const choice = dropMisfits(value, optionalOfChoice, repairs)
  if (!('options' in choice))
    return choice
  repairs.push('options of a config choice')
  return Object.fromEntries(Object.entries(choice).filter(([key]) => key !== 'options')) // by these, a group is told
}

/** The protocol has choices or groups, never both: where both stand, the headings are left out, and no choice. */
function ungrouped(items: Fields[], repairs: Repairs): Fields[] {
  if (!items.some(isGroup) || items.every(isGroup))
    return items
  repairs.push('headings of config choices')
  return items.flatMap(item => isGroup(item) ? item.options as Fields[] : [item]) // checked one by one
}
