import type { McpServerForm, McpServerView } from '../../../shared/settings/mcpServers'

/** A variable or header while it is edited. */
export interface McpRow {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly isSecret: boolean
  /** A value is stored, and stays unless another is typed. */
  readonly isStored: boolean
}

/** A row without a name and a value. */
export function emptyRow(): McpRow {
  return { key: crypto.randomUUID(), name: '', value: '', isSecret: false, isStored: false }
}

/** The rows of a server's form; none for a new server. */
export function formRows(server: McpServerView | undefined): McpRow[] {
  return (server?.fields ?? []).map(field => ({
    ...emptyRow(),
    name: field.name,
    value: field.kind === 'plain' ? field.value : '',
    isSecret: field.kind === 'secret',
    isStored: field.isStored === true,
  }))
}

/** What the host gets: rows without a name are left out, a stored secret stays unless another is typed. */
export function formFields(rows: readonly McpRow[]): McpServerForm['fields'] {
  return rows.filter(({ name }) => name.trim() !== '').map(({ name, value, isSecret }) => isSecret
    ? { kind: 'secret', name: name.trim(), ...value !== '' && { value } }
    : { kind: 'plain', name: name.trim(), value })
}

/** A stored server as the form would send it back unchanged. */
export function toForm({ fields, ...server }: McpServerView): McpServerForm {
  return { ...server, fields: fields.map(({ isStored: _, ...field }) => field) }
}

/** The lines of a text without the blank ones. */
export function filledLines(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '')
}
