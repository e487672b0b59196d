import type { CreateElicitationRequest } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../../../shared/text/jsonObject'
import { estimateBytes } from '../../../agents/wire/estimateBytes'

/** Larger forms can't reasonably be filled in, and drawing them would block the window. */
const maxBytes = 512 * 1024
const maxFields = 100
const maxChoices = 2_000
/** Titles and initial values must be readable at a glance, so that they can't hide anything. */
const maxTitle = 1_000

/** Returns why a form can't be shown completely, or `undefined`. */
export function checkForm(request: CreateElicitationRequest): string | undefined {
  if (estimateBytes(request) > maxBytes)
    return `A question may hold at most ${maxBytes / 1024} kB.`
  const schema: unknown = 'requestedSchema' in request ? request.requestedSchema : undefined
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? Object.values(schema.properties) : []
  if (properties.length > maxFields)
    return `A form may have at most ${maxFields} fields.`
  const choices = properties.reduce((sum: number, property) => sum + countChoices(property), 0)
  if (choices > maxChoices)
    return `A form may have at most ${maxChoices.toLocaleString('en')} choices.`
  return isJsonObject(schema) && isJsonObject(schema.properties) && Object.entries(schema.properties).some(hasLongTitle)
    ? `Names, titles and defaults in a form may have at most ${maxTitle.toLocaleString('en')} characters.`
    : undefined
}

function hasLongTitle([name, property]: readonly [string, unknown]): boolean {
  if (!isJsonObject(property))
    return false
  const { title, type, default: initial, enum: values, oneOf, anyOf, items } = property
  const named = [oneOf, anyOf].flatMap(list => Array.isArray(list) ? list.filter(isJsonObject) : [])
  const texts = [name, title, type, initial, ...Array.isArray(values) ? values : [], ...named.flatMap(item => [item.const, item.title])]
  return texts.some(text => typeof text === 'string' && text.length > maxTitle) || hasLongTitle(['', items])
}

function countChoices(property: unknown): number {
  if (!isJsonObject(property))
    return 0
  const { enum: values, oneOf, anyOf, items } = property
  return [values, oneOf, anyOf].reduce(
    (sum: number, list) => sum + (Array.isArray(list) ? list.length : 0),
    0,
  ) + countChoices(items)
}
