// Forms that are expensive to draw.
import type { JsonObject } from '../../scripted/wire.ts'
import { long, many, mixed } from './lengths.ts'

const field = (rest: JsonObject): JsonObject => ({ type: 'string', title: mixed(1_000), description: mixed(1_000), ...rest })
function choices(count: number, title: string): JsonObject[] {
  return many(count, index => ({ const: `v${index}`, title, description: title }))
}
const values = many(200, index => `${index}${mixed(200)}`)
function fields(count: number, property: JsonObject): JsonObject {
  return {
    properties: Object.fromEntries(many(count, index => [`f${index}`, property])),
  }
}
export const heavyForms: Record<string, () => { message: string, schema: JsonObject }> = {
  formMessage: () => ({ message: mixed(500_000), schema: fields(1, { type: 'string' }) }),
  formFields: () => ({ message: 'Well?', schema: fields(100, field({ default: mixed(500) })) }),
  formChoices: () => ({ message: 'Well?', schema: fields(1, field({ oneOf: choices(2_000, mixed(100)) })) }),
  formMenus: () => ({ message: 'Well?', schema: fields(100, { type: 'string', enum: many(20, index => `${index}${mixed(200)}`) }) }),
  formDefaults: () => ({
    message: 'Well?',
    schema: fields(4, { type: 'array', items: { enum: values }, default: values }),
  }),
  formTitles: () => ({ message: 'Well?', schema: { title: mixed(240_000), description: long(240_000), ...fields(1, { type: 'string' }) } }),
  formNewlines: () => ({ message: '\n'.repeat(500_000), schema: fields(1, { type: 'string', title: '\n'.repeat(900) }) }),
}
