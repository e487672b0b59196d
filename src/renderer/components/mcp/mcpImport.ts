import type { McpServerForm } from '../../../shared/settings/mcpServers'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { looksLikeJson, parseCommandLine, parsePastedJson } from '../../text/pastedText'
import { mcpImportWords as words } from './words'

/** A server read from another program's settings, to fill in the form. */
export interface ImportedServer extends Pick<McpServerForm, 'name' | 'type' | 'command' | 'args' | 'url'> {
  readonly fields: readonly { readonly name: string, readonly value: string, readonly isSecret: boolean }[]
}

/** The servers found, or why there are none. */
type McpImport = { readonly servers: readonly ImportedServer[] } | { readonly why: string }

/** More characters than any program's settings have. */
const maxCharacters = 200_000
/** Keys under which Claude Desktop and Cursor, VS Code (also inside `mcp`), Zed and Parley store servers. */
const listNames = ['mcpServers', 'servers', 'context_servers', 'mcp_servers']
const secretName = /KEY|TOKEN|SECRET|PASSW|AUTH|CREDENTIAL/i
/** Placeholders that the other program replaces. Here the person has to type the value. */
const placeholder = /^\$\{(?:input|env):[^}]*\}$|^<[^>]*>$/

/** Reads the JSON of Claude Desktop, Cursor, VS Code or Zed, an address, or a command line such as `npx -y server`. */
export function importMcp(text: string): McpImport {
  const typed = text.trim()
  if (typed === '' || typed.length > maxCharacters)
    return { why: typed === '' ? words.nothing : words.tooLong }
  if (/^https?:\/\/\S+$/.test(typed))
    return { servers: [{ ...empty, name: deriveNameFromAddress(typed), type: 'http', url: typed }] }
  return looksLikeJson(typed) ? parseJson(typed) : parseLine(typed)
}

const empty: ImportedServer = { name: '', type: 'stdio', command: '', args: [], url: '', fields: [] }

function parseJson(text: string): McpImport {
  const value = parsePastedJson(text)
  if (!isJsonObject(value))
    return { why: words.notJson }
  const servers = listEntries(value).flatMap(([name, entry]) => toServer(name, entry) ?? [])
  return servers.length > 0 ? { servers } : { why: words.noServer }
}

function listEntries(value: JsonObject): [string, unknown][] {
  const inner = isJsonObject(value.mcp) ? value.mcp : value
  const list = listNames.map(name => inner[name]).find(isJsonObject)
  if (list)
    return Object.entries(list)
  return 'command' in inner || 'url' in inner
    ? [[typeof inner.name === 'string' ? inner.name : '', inner]]
    : Object.entries(inner)
}

function toServer(name: string, entry: unknown): ImportedServer | undefined {
  if (!isJsonObject(entry))
    return undefined
  const command = isJsonObject(entry.command) ? { ...entry, ...entry.command, command: entry.command.path } : entry
  const url = [entry.url, entry.serverUrl, entry.httpUrl].find(value => typeof value === 'string')
  if (typeof url === 'string')
    return { ...empty, name, type: entry.type === 'sse' ? 'sse' : 'http', url, fields: toFields(entry.headers) }
  if (typeof command.command !== 'string')
    return undefined
  const args = Array.isArray(command.args) ? command.args.filter(arg => typeof arg === 'string') : []
  return { ...empty, name, command: command.command, args, fields: toFields(command.env) }
}

function toFields(values: unknown): ImportedServer['fields'] {
  return Object.entries(isJsonObject(values) ? values : {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' && !placeholder.test(value) ? value : '',
    isSecret: secretName.test(name) || (typeof value === 'string' && placeholder.test(value)),
  }))
}

function parseLine(line: string): McpImport {
  const parsed = parseCommandLine(line)
  if (!parsed)
    return { why: words.onePlainCommand }
  const { command, args, env } = parsed
  return {
    servers: [{ ...empty, name: deriveNameFromCommand(command, args), command, args: [...args], fields: toFields(env) }],
  }
}

/** Derives a name from the package or program, without common affixes: `@x/server-files@1` becomes "files". */
function deriveNameFromCommand(command: string, args: readonly string[]): string {
  const isRunner = /(?:^|[\\/])(?:npx|uvx|bunx|pnpm|node|python3?|docker|deno|uv)(?:\.exe|\.cmd)?$/.test(command)
  const main = (isRunner ? args.find(arg => !arg.startsWith('-') && !/^(?:run|dlx|exec)$/.test(arg)) : undefined)
    ?? command
  const last = main.split(/[\\/]/).at(-1) ?? main
  return last.replace(/(?<=.)@.*$/, '')
    .replace(/\.\w+$/, '')
    .replace(/^(?:mcp-)?server-|(?:-mcp)?-server$|^mcp-|-mcp$/g, '') || last
}

function deriveNameFromAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^(?:www|mcp|api)\./, '') : ''
}
