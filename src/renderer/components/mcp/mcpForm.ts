import type { McpServerForm, McpServerView } from '../../../shared/settings/mcpServers'

/** A stored server as the form would send it back unchanged. */
export function toForm({ fields, ...server }: McpServerView): McpServerForm {
  return { ...server, fields: fields.map(({ isStored: _, ...field }) => field) }
}

/** The lines of a text without the blank ones. */
export function filledLines(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '')
}
