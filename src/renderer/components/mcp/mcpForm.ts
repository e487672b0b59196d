import type { McpServerForm, McpServerView } from '../../../shared/settings/mcpServers'

/** Converts a stored server to the form's values. Saving them unchanged changes nothing. */
export function toForm({ fields, ...server }: McpServerView): McpServerForm {
  return { ...server, fields: fields.map(({ isStored: _, ...field }) => field) }
}

/** Splits a text into its non-blank lines. */
export function splitFilledLines(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '')
}
