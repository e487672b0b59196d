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
  const options = decodeItems<Fields>({ items: value.options, decode: decodeChoice, name: 'config choice', repairs })
  // Flat or grouped, the choices were checked one by one.
  return (options === value.options ? value : { ...value, options }) as unknown as SessionConfigOption
}

/** A choice, or a group of them. */
function decodeChoice(value: unknown, repairs: Repairs): Fields | undefined {
  if (!isFields(value) || typeof value.name !== 'string')
    return undefined
  if (!Array.isArray(value.options))
    return typeof value.value === 'string' ? value : undefined
  if (typeof value.group !== 'string')
    return undefined
  const options = decodeItems<Fields>({ items: value.options, decode: decodeChoice, name: 'config choice', repairs })
  return options === value.options ? value : { ...value, options }
}
