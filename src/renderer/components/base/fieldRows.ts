import type { SecretField, ShownField } from '../../../shared/settings/mcpServers'

/** A variable or header being edited. */
export interface FieldRow {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly isSecret: boolean
  /** Whether a value is stored, which stays unless another is typed. */
  readonly isStored: boolean
}

export function createEmptyRow({ isSecret = false } = {}): FieldRow {
  return { key: crypto.randomUUID(), name: '', value: '', isSecret, isStored: false }
}

/** Creates rows for stored variables or headers. */
export function toFormRows(fields: readonly ShownField[]): FieldRow[] {
  return fields.map(field => ({
    ...createEmptyRow(),
    name: field.name,
    value: field.kind === 'plain' ? field.value : '',
    isSecret: field.kind === 'secret',
    isStored: field.isStored === true,
  }))
}

/** Returns the rows for the host: without unnamed ones; a stored secret stays unless another is typed. */
export function toFormFields(rows: readonly FieldRow[]): SecretField[] {
  return rows.filter(({ name }) => name.trim() !== '').map(({ name, value, isSecret }) => isSecret
    ? { kind: 'secret', name: name.trim(), ...value !== '' && { value } }
    : { kind: 'plain', name: name.trim(), value })
}
