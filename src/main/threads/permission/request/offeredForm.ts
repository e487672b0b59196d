import type { CreateElicitationRequest } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../../../shared/text/jsonObject'
import { estimateBytes } from '../../../agents/wire/estimateBytes'

/** Nobody could fill in more, and a window that draws it would stand still. */
const maxBytes = 512 * 1024
const maxFields = 100
const maxChoices = 2_000

/** Why a question cannot be shown as a whole, or `undefined`. */
export function checkForm(request: CreateElicitationRequest): string | undefined {
  if (estimateBytes(request) > maxBytes)
    return `A question may hold at most ${maxBytes / 1024} kB.`
  const schema: unknown = 'requestedSchema' in request ? request.requestedSchema : undefined
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? Object.values(schema.properties) : []
  if (properties.length > maxFields)
    return `A form may have at most ${maxFields} fields.`
  const choices = properties.reduce((sum: number, property) => sum + countChoices(property), 0)
  return choices > maxChoices ? `A form may have at most ${maxChoices.toLocaleString('en')} choices.` : undefined
}

function countChoices(property: unknown): number {
  if (!isJsonObject(property))
    return 0
  const { enum: values, oneOf, anyOf, items } = property
  return [values, oneOf, anyOf].reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0) + countChoices(items)
}
