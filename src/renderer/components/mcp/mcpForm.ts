import type { McpServerForm, McpServerView } from '../../../shared/settings/mcpServers'

/** Converts a stored server to the form's values, which save it unchanged. */
export function toForm({ fields, ...server }: McpServerView): McpServerForm {
  return { ...server, fields: fields.map(({ isStored: _, ...field }) => field) }
}

/** The non-blank lines of a text. */
export function splitFilledLines(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '')
}
