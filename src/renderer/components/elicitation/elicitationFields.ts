import type { ElicitationContentValue, ElicitationSchema, StringFormat } from '@agentclientprotocol/sdk'

/** A choice within a field. */
export interface Choice {
  readonly value: string
  readonly title: string
  readonly description?: string
}

interface FieldBase {
  readonly name: string
  readonly title: string
  readonly description?: string
  readonly isRequired: boolean
}

/** A property of a requested schema as it is drawn. */
export type Field = FieldBase & (
  | { readonly kind: 'text', readonly format?: StringFormat, readonly minLength?: number, readonly maxLength?: number, readonly pattern?: string, readonly initial: string }
  | { readonly kind: 'choice', readonly choices: readonly Choice[], readonly initial: string }
  | { readonly kind: 'number', readonly isInteger: boolean, readonly minimum?: number, readonly maximum?: number, readonly initial: string }
  | { readonly kind: 'boolean', readonly initial: boolean }
  | { readonly kind: 'choices', readonly choices: readonly Choice[], readonly minItems?: number, readonly maxItems?: number, readonly initial: readonly string[] }
  | { readonly kind: 'unsupported', readonly type: string, readonly initial: undefined }
)

/** What stands in a field while it is filled in. */
export type FieldValue = string | boolean | readonly string[] | undefined

type Property = NonNullable<ElicitationSchema['properties']>[string]

/** The fields of a form. What this version does not know becomes `unsupported`, never a control that looks alike. */
export function elicitationFields(schema: ElicitationSchema): Field[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) => fieldOf(name, property, required.has(name)))
}

function fieldOf(name: string, property: Property, isRequired: boolean): Field {
  const { title, description } = property as { title?: string | null, description?: string | null } // the open variant types them as unknown
  const base = { name, title: title || name, description: description ?? undefined, isRequired }
  const unsupported: Field = { ...base, kind: 'unsupported', type: String(property.type), initial: undefined }
  switch (property.type) {
    case 'string': return { ...base, ...textField(property as Extract<Property, { minLength?: unknown }>) }
    case 'number':
    case 'integer': return { ...base, ...numberField(property as Extract<Property, { minimum?: unknown }>) }
    case 'boolean': return { ...base, kind: 'boolean', initial: property.default === true }
    case 'array': {
      const list = property as Extract<Property, { items: unknown }>
      const choices = itemChoices(list.items)
      return choices === undefined
        ? unsupported
        : { ...base, kind: 'choices', choices, minItems: list.minItems ?? undefined, maxItems: list.maxItems ?? undefined, initial: list.default ?? [] }
    }
    default: return unsupported
  }
}

type OwnPart<K extends Field['kind']> = Omit<Extract<Field, { kind: K }>, keyof FieldBase>

function textField(property: Extract<Property, { minLength?: unknown }>): OwnPart<'text'> | OwnPart<'choice'> {
  const choices = property.oneOf?.map(titled) ?? property.enum?.map(plain)
  if (choices)
    return { kind: 'choice', choices, initial: property.default ?? '' }
  return {
    kind: 'text',
    format: property.format ?? undefined,
    minLength: property.minLength ?? undefined,
    maxLength: property.maxLength ?? undefined,
    pattern: property.pattern ?? undefined,
    initial: property.default ?? '',
  }
}

function numberField(property: Extract<Property, { minimum?: unknown }>): OwnPart<'number'> {
  return {
    kind: 'number',
    isInteger: property.type === 'integer',
    minimum: property.minimum ?? undefined,
    maximum: property.maximum ?? undefined,
    initial: typeof property.default === 'number' ? String(property.default) : '',
  }
}

function itemChoices(items: Extract<Property, { items: unknown }>['items']): Choice[] | undefined {
  if ('anyOf' in items && Array.isArray(items.anyOf))
    return items.anyOf.map(titled)
  return 'enum' in items && Array.isArray(items.enum) ? items.enum.map(plain) : undefined
}

function titled(option: { const: string, title: string, description?: string | null }): Choice {
  return { value: option.const, title: option.title || option.const, description: option.description ?? undefined }
}

function plain(value: string): Choice {
  return { value, title: value }
}

/** The form's answer: every field that was filled in, in the type that the schema asks for. */
export function elicitationContent(fields: readonly Field[], values: Readonly<Record<string, FieldValue>>): Record<string, ElicitationContentValue> {
  const content: Record<string, ElicitationContentValue> = {}
  for (const { kind, name } of fields) {
    const value = values[name]
    if (kind === 'boolean')
      content[name] = value === true
    else if (kind === 'number' && typeof value === 'string' && value.trim() !== '')
      content[name] = Number(value)
    else if (kind === 'choices' && Array.isArray(value))
      content[name] = [...value]
    else if ((kind === 'text' || kind === 'choice') && typeof value === 'string' && value !== '')
      content[name] = value
  }
  return content
}
