import type { McpServerForm, McpServerList, McpServerView } from '../../../shared/settings/mcpServers'

/** What the list of MCP servers and the form for one of them say. */
export const mcpWords = {
  title: 'MCP servers',
  about: 'Tools that Parley passes to agents. Changes apply to new sessions.',
  none: 'None yet.',
  edit: 'Edit',
  editServer: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeServer: (name: string) => `Remove ${name}`,
  add: 'Add server',
  secretMissing: (name: string) => `The secret “${name}” is not stored here: edit the server and enter it.`,

  newServer: 'New MCP server',
  name: 'Name',
  kind: 'Kind',
  command: 'Command',
  commandExample: '/usr/local/bin/server',
  args: 'Arguments',
  argsHint: 'one per line',
  address: 'Address',
  addressExample: 'https://',
  agents: 'Agents that get it',
  agentsHint: 'none chosen: every agent',
  folders: 'Only in these folders',
  foldersHint: 'one per line, each with its subfolders; empty: everywhere',
  cancel: 'Cancel',
  save: 'Save',
}

/** The kinds of servers, in the order of the form. */
export const mcpTypes: readonly (readonly [McpServerForm['type'], string])[] = [['stdio', 'Command'], ['http', 'HTTP'], ['sse', 'SSE']]

/** What the fields that a server is started or called with say. */
export const mcpFieldWords = {
  title: { variable: 'Environment', header: 'Headers' },
  nameOf: (what: 'variable' | 'header', number: number) => `Name of ${what} ${number}`,
  nameExample: 'NAME',
  valueOf: (what: 'variable' | 'header', number: number) => `Value of ${what} ${number}`,
  value: 'Value',
  storedValue: 'Stored; type to replace',
  secret: 'Secret',
  remove: (what: 'variable' | 'header', number: number) => `Remove ${what} ${number}`,
  add: { variable: 'Add variable', header: 'Add header' },
}

/** Where the secrets of servers are kept. */
export function describeSecretStore({ secretsIn, secretsPath }: McpServerList): string {
  return secretsIn === 'keychain'
    ? 'Secrets are encrypted with this system’s keychain.'
    : `No system keychain is available. Secrets are kept, not encrypted, in a file that only you can read: ${secretsPath}.`
}

/** The agents and folders that get a server. */
export function describeReach({ agents, folders }: McpServerView): string {
  return `${agents.length > 0 ? agents.join(', ') : 'Every agent'} · ${folders.length > 0 ? folders.join(', ') : 'every folder'}`
}
