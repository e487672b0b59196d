import { findNodeAtLocation, getNodeValue } from 'jsonc-parser'
import { mcpAddressSchema, mcpCommandSchema, type McpServerSettings } from '../../../shared/settings/settings'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { safeParse } from '../../../shared/text/safeParse'
import { firstOf, propertiesOf, type SettingsValue, wordsForIssue } from './settingsNodes'

/** Each is started with every session. */
const mostServers = 200

/** Reads `mcp_servers`. A faulty server is left out; the others stay. */
export function readMcpServers({ node, isBroken, addFault }: SettingsValue): Readonly<Record<string, McpServerSettings>> {
  if (node.type !== 'object') {
    addFault(node, ['mcp_servers'], 'This must be an object of servers by name.')
    return {}
  }
  const first = firstOf(propertiesOf(node, ['mcp_servers'], addFault), { most: mostServers, key: 'mcp_servers', addFault })
  return Object.fromEntries(
    first.flatMap(({ node, name }) => {
      const server = readServer({ node, name, isBroken, addFault })
      return server ? [[name, server]] : []
    }),
  )
}

function readServer({ node, name, isBroken, addFault }: SettingsValue & { name: string }): McpServerSettings | undefined {
  const path = ['mcp_servers', name]
  if (isBroken(node))
    return void addFault(node, path, 'This server is left out until the file is valid JSON.')
  if (name.trim() === '')
    return void addFault(node, path, 'A server needs a name.')
  if (node.type !== 'object')
    return void addFault(node, path, 'This must be an object with "command", or with "type" and "url".')
  propertiesOf(node, path, addFault)
  const value: unknown = getNodeValue(node)
  const type = isJsonObject(value) ? value.type : undefined
  if (type !== undefined && type !== 'stdio' && type !== 'http' && type !== 'sse') {
    return void addFault(
      findNodeAtLocation(node, ['type']) ?? node,
      [...path, 'type'],
      'This must be "http" or "sse" for an address; leave it out for a command.',
    )
  }
  if (type === undefined && isJsonObject(value) && value.command === undefined && value.url !== undefined)
    return void addFault(node, path, '"type" is missing: it must be "http" or "sse" for an address.')
  const checked = type === 'http' || type === 'sse' ? safeParse(mcpAddressSchema, value) : safeParse(mcpCommandSchema, value)
  if (checked.success)
    return checked.data
  for (const issue of checked.error.issues) {
    const keys = issue.path.map(part => (typeof part === 'symbol' ? String(part) : part))
    addFault(findNodeAtLocation(node, keys) ?? node, [...path, ...keys], wordsForIssue(issue))
  }
  return undefined
}
