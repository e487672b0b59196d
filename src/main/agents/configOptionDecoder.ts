import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import { isFields, type Fields } from '../../shared/fields'
import { decodeItems, isId, type Repairs } from './contentDecoder'

/** A session's options. Those of a type that we cannot draw are left out, as the protocol wants. */
export function decodeConfigOptions(items: readonly unknown[], repairs: Repairs): SessionConfigOption[] {
  return decodeItems({ items, decode: decodeConfigOption, name: 'config option', repairs })
}

function decodeConfigOption(value: unknown, repairs: Repairs): SessionConfigOption | undefined {
  if (!isFields(value) || !isId(value.id) || typeof value.name !== 'string')
    return undefined
  if (value.type === 'boolean')
    return typeof value.currentValue === 'boolean' ? value as unknown as SessionConfigOption : undefined
  if (value.type !== 'select' || typeof value.currentValue !== 'string' || !Array.isArray(value.options))
    return undefined
  // Flat or grouped, never both: among groups, what is none is left out.
  const decode = value.options.some(isGroup) ? decodeGroup : decodeChoice
  const options = decodeItems<Fields>({ items: value.options, decode, name: 'config choice', repairs })
  return (options === value.options ? value : { ...value, options }) as unknown as SessionConfigOption
}

function isGroup(value: unknown): value is Fields & { options: unknown[] } {
  return isFields(value) && Array.isArray(value.options)
}

function decodeGroup(value: unknown, repairs: Repairs): Fields | undefined {
  if (!isGroup(value) || typeof value.name !== 'string' || typeof value.group !== 'string')
    return undefined
  const options = decodeItems<Fields>({ items: value.options, decode: decodeChoice, name: 'config choice', repairs })
  return options === value.options ? value : { ...value, options }
}

function decodeChoice(value: unknown, repairs: Repairs): Fields | undefined {
  if (!isFields(value) || typeof value.name !== 'string' || typeof value.value !== 'string')
    return undefined
  const { description, ...rest } = value
  if (description === undefined || description === null || typeof description === 'string')
    return value
  repairs.push('description of a config choice')
  return rest
}
