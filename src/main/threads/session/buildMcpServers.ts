import type { AgentCapabilities, McpServer } from '@agentclientprotocol/sdk'
import type { AgentDefinition } from '../../agents/agentDefinition'
import { isWithin } from '../../../shared/paths'
import { isMcpAddress, type McpCommand, type McpServerSettings, type McpValue } from '../../../shared/settings/settings'
import { expandHome, findOnPath } from '../../system/commandOnPath'
import { tryRealPath } from '../../system/realPathOrItself'

/** The servers for `session/new`, `load` and `resume`, with notices about skipped ones. */
export interface McpSetup {
  readonly servers: McpServer[]
  readonly notices: readonly string[]
}

/** MCP servers for unsaved text, for agents that read files themselves. */
export interface SessionFileServer {
  /**
   * Returns the server for the thread's next session and invalidates earlier ones. `copied` are the servers that a
   * forked session was created with.
   */
  readonly serverFor: (threadId: string, copied?: readonly McpServer[]) => McpServer | undefined
  /** Returns a session's servers for a fork of it. */
  readonly copyServers: (threadId: string, servers: readonly McpServer[]) => McpServer[]
  /** Called when the thread's session ends. */
  readonly end: (threadId: string) => void
}

/** Agent and folder of a session. */
export interface SessionPlace {
  readonly agent: AgentDefinition
  readonly folder: string
  readonly capabilities: AgentCapabilities
}

interface McpPlace extends SessionPlace {
  readonly configured: Readonly<Record<string, McpServerSettings>>
  readonly readSecret: (name: string) => string | undefined
  /** Environment for locating programs. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Builds the person's MCP servers for this agent and folder. Skips those that the agent can't use, with a notice. */
export function buildMcpServers(place: McpPlace): McpSetup {
  const servers: McpServer[] = []
  const notices: string[] = []
  for (const [name, settings] of Object.entries(place.configured)) {
    if (!appliesTo(settings, place))
      continue
    const leaveOut = (why: string): void => void notices.push(`The MCP server "${name}" is left out: ${why}`)
    const { values, missing } = fillSecrets(isMcpAddress(settings) ? settings.headers : settings.env, place.readSecret)
    if (isMcpAddress(settings) && !place.capabilities.mcpCapabilities?.[settings.type]) {
      leaveOut(
        `${place.agent.name} takes no servers over ${settings.type === 'sse' ? 'SSE' : 'HTTP'}. Give it one that is started by a command.`,
      )
    }
    else if (missing.length > 0) {
      leaveOut(`its secret ${missing.map(secret => `"${secret}"`).join(', ')} is not stored here. Enter it under MCP servers.`)
    }
    else if (isMcpAddress(settings)) {
      servers.push({ type: settings.type, name, url: settings.url, headers: values })
    }
    else if (place.agent.address) {
      const { name: agentName } = place.agent
      leaveOut(`it is a command for this machine, and ${agentName} runs on another. Give it one with an address.`)
    }
    else {
      servers.push(resolveCommandServer({ name, settings, env: values, place, notices }))
    }
  }
  return { servers, notices }
}

/** Whether the server applies to that agent and folder. */
function appliesTo({ agents, folders }: McpServerSettings, { agent, folder, environment }: McpPlace): boolean {
  const isAgent = agents === undefined || agents.some(wanted => wanted === agent.name || wanted === agent.agentId)
  return isAgent && (folders === undefined
    || folders.some(wanted => isWithin(folder, tryRealPath(expandHome(wanted, environment)), process.platform)))
}

/** Resolves the command, because ACP requires an absolute path and agents may have another PATH. */
function resolveCommandServer({ name, settings, env, place, notices }: {
  name: string
  settings: McpCommand
  env: { name: string, value: string }[]
  place: McpPlace
  notices: string[]
}): McpServer {
  const command = expandHome(settings.command, place.environment)
  const found = findOnPath({
    command,
    environment: { ...place.environment, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) },
  })
  if (found === undefined)
    notices.push(`The MCP server "${name}" may not start: "${command}" was not found. Install it, or give its full path under MCP servers.`)
  return { name, command: found ?? command, args: [...settings.args], env }
}

/** Fills secrets into name-value pairs. */
export function fillSecrets(
  values: Readonly<Record<string, McpValue>>,
  readSecret: McpPlace['readSecret'],
): { values: { name: string, value: string }[], missing: string[] } {
  const missing: string[] = []
  const secret = (name: string): string => {
    const value = readSecret(name)
    if (value === undefined)
      missing.push(name)
    return value ?? ''
  }
  const pairs = Object.entries(values).map(([name, value]) => ({
    name,
    value:
      typeof value === 'string'
        ? value.replaceAll(/\$\{keychain:([^}]+)\}/g, (_, secretName: string) => secret(secretName))
        : secret(value.secret),
  }))
  return { values: pairs, missing }
}
