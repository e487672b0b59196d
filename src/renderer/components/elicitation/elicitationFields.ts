import type { ElicitationContentValue, ElicitationSchema, StringFormat } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { measureCost } from '../../text/drawnLength'

/** A choice within a field. */
export interface Choice {
  readonly value: string
  readonly title: string
  readonly description?: string
  /** A preview of the choice, as text. */
  readonly preview?: string
}

interface FieldBase {
  readonly name: string
  readonly title: string
  readonly description?: string
  readonly isRequired: boolean
  /** Name of the field that this one answers in free text instead. */
  readonly customFor?: string
}

/** A field of the form, made from a property of the requested schema. */
export type Field = FieldBase
  & (
    | {
      readonly kind: 'text'
      readonly format?: StringFormat
      readonly minLength?: number
      readonly maxLength?: number
      readonly pattern?: string
      readonly initial: string
    }
    | { readonly kind: 'choice', readonly choices: readonly Choice[], readonly initial: string }
    | {
      readonly kind: 'number'
      readonly isInteger: boolean
      readonly minimum?: number
      readonly maximum?: number
      readonly initial: string
    }
    | { readonly kind: 'boolean', readonly initial: boolean }
    | {
      readonly kind: 'choices'
      readonly choices: readonly Choice[]
      readonly minItems?: number
      readonly maxItems?: number
      readonly initial: readonly string[]
    }
    | { readonly kind: 'unsupported', readonly type: string, readonly initial: undefined }
  )

/** The value of a field being filled in. */
export type FieldValue = string | boolean | readonly string[] | undefined

type Property = NonNullable<ElicitationSchema['properties']>[string]

/** Lists the fields of a form. An unknown property becomes `unsupported`, never a similar control. */
export function listElicitationFields(schema: ElicitationSchema): Field[] {
  const required = new Set(schema.required ?? [])
  const properties = Object.entries(schema.properties ?? {})
    .filter((entry): entry is [string, Property] => isJsonObject(entry[1]))
  const fields = properties.map(([name, property]) => toField(name, property, required.has(name)))
    .map((field, _, all) => ({ ...field, customFor: field.customFor ?? findQuestionByName(field, all) }))
  // Moves free-text answers below their questions, whatever the schema's order.
  const isCustom = ({ customFor }: Field): boolean => fields.some(({ name }) => name === customFor)
  return fields
    .filter(field => !isCustom(field))
    .flatMap(field => [field, ...fields.filter(other => isCustom(other) && other.customFor === field.name)])
}

/**
 * claude-agent-acp 0.100 marks free-text fields for one client only. For others, a name such as `question_1_custom`
 * identifies them.
 */
function findQuestionByName({ kind, name, isRequired }: Field, fields: readonly Field[]): string | undefined {
  const question = /^(.+)_custom$/.exec(name)?.[1]
  const isAsked = fields.some(field => field.name === question && ['choice', 'choices'].includes(field.kind))
  return isAsked && kind === 'text' && !isRequired ? question : undefined
}

function toField(name: string, property: Property, isRequired: boolean): Field {
  // typed as unknown, because the union has an open variant
  const { title, description } = property as { title?: string | null, description?: string | null }
  const base = {
    name,
    title: toText(title, name),
    description: toText(description, undefined),
    isRequired,
    customFor: readQuestionId(property),
  }
  const unsupported: Field = {
    ...base,
    kind: 'unsupported',
    type: toText(property.type, 'unknown'),
    initial: undefined,
  }
  switch (property.type) {
    case 'string':
      return { ...base, ...parseTextField(property as Extract<Property, { minLength?: unknown }>) }
    case 'number':
    case 'integer':
      return { ...base, ...parseNumberField(property as Extract<Property, { minimum?: unknown }>) }
    case 'boolean':
      return { ...base, kind: 'boolean', initial: property.default === true }
    case 'array': {
      const list = property as Extract<Property, { items: unknown }>
      const choices = parseItems(list.items)
      return choices === undefined
        ? unsupported
        : {
            ...base,
            kind: 'choices',
            choices,
            minItems: list.minItems ?? undefined,
            maxItems: list.maxItems ?? undefined,
            initial: filterDefaults(choices, list.default),
          }
    }
    default:
      return unsupported
  }
}

type OwnPart<K extends Field['kind']> = Omit<Extract<Field, { kind: K }>, keyof FieldBase>

function parseTextField(property: Extract<Property, { minLength?: unknown }>): OwnPart<'text'> | OwnPart<'choice'> {
  const choices = parseChoices(property.oneOf, property.enum)
  if (choices)
    return { kind: 'choice', choices, initial: filterDefaults(choices, [property.default])[0] ?? '' }
  return {
    kind: 'text',
    format: property.format ?? undefined,
    minLength: property.minLength ?? undefined,
    maxLength: property.maxLength ?? undefined,
    pattern: property.pattern ?? undefined,
    initial: toText(property.default, ''),
  }
}

function parseNumberField(property: Extract<Property, { minimum?: unknown }>): OwnPart<'number'> {
  return {
    kind: 'number',
    isInteger: property.type === 'integer',
    minimum: property.minimum ?? undefined,
    maximum: property.maximum ?? undefined,
    initial: typeof property.default === 'number' ? String(property.default) : '',
  }
}

function parseItems(items: unknown): Choice[] | undefined {
  return isJsonObject(items) ? parseChoices(items.anyOf ?? items.oneOf, items.enum) : undefined
}

/** Parses options with titles, or else plain values. Omits malformed options, which could not be sent. */
function parseChoices(options: unknown, values: unknown): Choice[] | undefined {
  if (Array.isArray(options)) {
    return options.flatMap(option =>
      isJsonObject(option) && typeof option.const === 'string'
        ? [
            {
              value: option.const,
              title: toText(option.title, option.const),
              description: toText(option.description, undefined),
              preview: readPreview(option),
            },
          ]
        : [],
    )
  }
  return Array.isArray(values)
    ? values.filter(value => typeof value === 'string').map(value => ({ value, title: value }))
    : undefined
}

/** Removes defaults that are not among the choices, as they would be sent without being shown. */
function filterDefaults(choices: readonly Choice[], values: unknown): string[] {
  return choices.map(({ value }) => value).filter(value => Array.isArray(values) && values.includes(value))
}

function toText<T>(value: unknown, fallback: T): string | T {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** Converts the filled-in fields to the types that the schema requires. */
export function toElicitationContent(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue>>,
): Record<string, ElicitationContentValue> {
  const content: Record<string, ElicitationContentValue> = {}
  for (const { kind, name, isRequired } of fields) {
    const value = values[name]
    if (kind === 'boolean')
      content[name] = value === true
    else if (kind === 'number' && typeof value === 'string' && value.trim() !== '')
      content[name] = Number(value)
    // An empty optional list is not an answer, and would violate `minItems`.
    else if (kind === 'choices' && Array.isArray(value) && (isRequired || value.length > 0))
      content[name] = [...value]
    else if ((kind === 'text' || kind === 'choice') && typeof value === 'string' && value !== '')
      content[name] = value
  }
  return content
}

/** Returns the name of the field that this property answers in free text, as marked by Claude and Codex. */
function readQuestionId(property: unknown): string | undefined {
  const meta = getMeta(property)
  const custom = meta?._askUserQuestionCustomAnswer
  if (isJsonObject(custom) && custom.isCustomAnswer === true && typeof custom.questionId === 'string')
    return custom.questionId
  const codex = meta?.codex
  return isJsonObject(codex) && codex.isOtherAnswer === true && typeof codex.questionId === 'string'
    ? codex.questionId
    : undefined
}

/** Returns the preview that Claude adds to an option. */
function readPreview(option: unknown): string | undefined {
  const own = getMeta(option)?.['_claude/askUserQuestionOption']
  return isJsonObject(own) && typeof own.preview === 'string' && own.preview !== '' ? own.preview : undefined
}

function getMeta(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isJsonObject(value) && isJsonObject(value._meta) ? value._meta : undefined
}

/** Cost of drawing a field and its choices. */
export function getFieldCost(field: Field): number {
  const choices = field.kind === 'choice' || field.kind === 'choices' ? field.choices : []
  return measureCost(field.title) + measureCost(field.description ?? '') + choices.reduce(
    (sum, choice) => sum + getChoiceCost(choice),
    0,
  )
}

/** Cost of drawing a choice, without its preview, which is drawn on hover. */
export function getChoiceCost({ title, description = '' }: Choice): number {
  return measureCost(title) + measureCost(description)
}

/** Cost of drawing an answer. */
export function getLineCost({ title, answer }: { readonly title: string, readonly answer: string }): number {
  return measureCost(title) + measureCost(answer)
}
