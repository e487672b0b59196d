import type { SecretField, ShownField } from '../../../shared/settings/mcpServers'

/** A variable or header while it is edited. */
export interface FieldRow {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly isSecret: boolean
  /** A value is stored, and stays unless another is typed. */
  readonly isStored: boolean
}

/** A row without a name and a value. */
export function emptyRow({ isSecret = false } = {}): FieldRow {
  return { key: crypto.randomUUID(), name: '', value: '', isSecret, isStored: false }
}

/** The rows of stored variables or headers. */
export function formRows(fields: readonly ShownField[]): FieldRow[] {
  return fields.map(field => ({
    ...emptyRow(),
    name: field.name,
    value: field.kind === 'plain' ? field.value : '',
    isSecret: field.kind === 'secret',
    isStored: field.isStored === true,
  }))
}

/** What the host gets: rows without a name are left out, a stored secret stays unless another is typed. */
export function formFields(rows: readonly FieldRow[]): SecretField[] {
  return rows.filter(({ name }) => name.trim() !== '').map(({ name, value, isSecret }) => isSecret
    ? { kind: 'secret', name: name.trim(), ...value !== '' && { value } }
    : { kind: 'plain', name: name.trim(), value })
}
