import type { McpServerForm, McpServerList, McpServerView, McpTestResult } from '../../../shared/settings/mcpServers'
import { formatCommandLine } from '../../../shared/text/commandLineForDisplay'

/** Strings of the list of MCP servers and of the form for one. */
export const mcpWords = {
  title: 'MCP servers',
  about: 'Tools that Parley passes to agents. Changes apply to new sessions.',
  none: 'None yet.',
  edit: 'Edit',
  editServer: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeServer: (name: string) => `Remove ${name}`,
  add: 'Add server',
  secretMissing: (name: string) => `The secret “${name}” isn’t stored here: edit the server and enter it.`,

  newServer: 'New MCP server',
  name: 'Name',
  kind: 'Kind',
  command: 'Command',
  commandExample: '/usr/local/bin/server',
  args: 'Arguments',
  argsHint: 'one per line',
  address: 'Address',
  addressExample: 'https://',
  agents: 'Available to',
  allAgents: 'All agents',
  onlyAgents: 'Only these',
  noneChosen: 'None chosen yet: available to all agents.',
  folders: 'Only in these folders',
  foldersHint: 'one per line, includes subfolders; empty: everywhere',
  cancel: 'Cancel',
  save: 'Save',
}

/** The kinds of servers, in the order of the form. */
export const mcpTypes: readonly (readonly [McpServerForm['type'], string])[] = [
  ['stdio', 'Command'],
  ['http', 'HTTP'],
  ['sse', 'SSE'],
]

/** Where secrets of servers are stored. */
export function describeSecretStore({ secretsIn, secretsPath }: McpServerList): string {
  return secretsIn === 'keychain'
    ? 'Secrets are encrypted with this system’s keychain.'
    : `No system keychain is available. Secrets are stored unencrypted in a file only you can read: ${secretsPath}.`
}

/** The agents and folders that get a server. */
export function describeReach({ agents, folders }: McpServerView): string {
  return `${agents.length > 0 ? agents.join(', ') : 'Every agent'} · ${folders.length > 0 ? folders.join(', ') : 'every folder'}`
}

/** Strings of the import of servers. */
export const mcpImportWords = {
  title: 'Import',
  paste: 'JSON of Claude Desktop, Cursor, VS Code or Zed, an address, or a command line',
  example: 'npx -y @modelcontextprotocol/server-everything',
  fill: 'Fill in the form',
  several: 'Several servers were found. Fill in:',
  unnamed: 'a server without a name',
  nothing: 'Paste something first.',
  tooLong: 'This is too long. Paste only the part about MCP servers.',
  notJson: 'Couldn’t read this JSON.',
  noServer: 'No server found: a server has a command or an address.',
  onePlainCommand: 'Enter one simple command, without pipes, chains or redirections.',
}

/** Strings of a server's test. */
export const mcpTestWords = {
  testServer: (name: string) => `Test ${name}`,
  tools: 'Tools',
}

/** The server's answer to a test. */
export function describeAnswer({ name, version, tools: { length }, isCut }: McpTestResult & { isRight: true }): string {
  const count = length === 1 ? '1 tool' : `${length} tools`
  return `Connected: ${[name, version].filter(Boolean).join(' ')}, ${count}${isCut ? ', and more' : ''}`
}

/** Effects of a test. */
export function describeRun({ type, command, args, url }: McpServerForm): string {
  return type === 'stdio'
    ? `Starts ${formatCommandLine(command, args)} once to test it, with your rights.`
    : `Connects to ${url} once to test it.`
}
