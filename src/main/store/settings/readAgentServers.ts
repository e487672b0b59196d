import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import {
  agentCapabilitiesSchema,
  agentDefaultsSchema,
  type AgentPreferences,
  type AgentServer,
  agentServerSchema,
  isNetworkAgent,
  networkAgentSchema,
} from '../../../shared/settings/settings'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { safeParse } from '../../../shared/text/safeParse'
import { type AddFault, describeIssue, limitEntries, readProperties, type SettingsValue } from './settingsNodes'

/** Maximum agents, because each is searched on disk and listed in every window. */
const maxAgents = 200

/** Reads `agent_servers`. Omits faulty agents. */
export function readAgentServers({
  node: servers,
  isBroken,
  addFault,
}: SettingsValue): Readonly<Record<string, AgentServer>> {
  if (servers.type !== 'object') {
    addFault(servers, ['agent_servers'], 'This must be an object of agents by name.')
    return {}
  }
  const first = limitEntries(readProperties(servers, ['agent_servers'], addFault), {
    most: maxAgents,
    key: 'agent_servers',
    addFault,
  })
  return Object.fromEntries(
    first.flatMap(({ node, name }) => {
      const path = ['agent_servers', name]
      // A partly read command must not run, so an agent with invalid text is omitted.
      if (isBroken(node)) {
        addFault(node, path, 'This agent is left out until the file is valid JSON.')
        return []
      }
      const agent = readAgent({ node, name, path, addFault })
      return agent ? [[name, agent]] : []
    }),
  )
}

function readAgent({ node, name, path, addFault }: {
  node: Node
  name: string
  path: readonly string[]
  addFault: AddFault
}): AgentServer | undefined {
  if (name.trim() === '')
    return void addFault(node, path, 'An agent needs a name.')
  if (node.type === 'object')
    readProperties(node, path, addFault)
  const value: unknown = getNodeValue(node)
  const type = isJsonObject(value) ? value.type : undefined
  if (typeof type === 'string' && type !== 'custom') {
    return void addFault(
      findNodeAtLocation(node, ['type']) ?? node,
      [...path, 'type'],
      `"${type}" is not supported: Parley runs agents of type "custom", by their "command" or "url".`,
    )
  }
  const isElsewhere = isJsonObject(value) && value.url !== undefined
  if (isElsewhere && value.command !== undefined)
    return void addFault(node, path, 'An agent has a "command" or a "url", not both.')
  const checked = isElsewhere ? safeParse(networkAgentSchema, value) : safeParse(agentServerSchema, value)
  const faults = checked.success ? findFaults(checked.data) : []
  if (checked.success && faults.length === 0)
    return checked.data
  const found = checked.success
    ? faults
    : checked.error.issues.map(issue => ({
        keys: issue.path.map(part => (typeof part === 'symbol' ? String(part) : part)),
        message: describeIssue(issue),
      }))
  for (const { keys, message } of found)
    addFault(findNodeAtLocation(node, keys) ?? node, [...path, ...keys], message)
  return undefined
}

/** Finds values that the operating system would reject, while their line is still known. */
function findFaults(server: AgentServer): { keys: (string | number)[], message: string }[] {
  if (isNetworkAgent(server))
    return []
  const { command, args, env } = server
  const hasNul = (text: string) => text.includes('\0')
  return [
    ...command.trim() === '' ? [{ keys: ['command'], message: 'This must not be empty.' }] : [],
    ...hasNul(command) ? [{ keys: ['command'], message: 'This must not contain a NUL character.' }] : [],
    ...args.flatMap((arg, index) =>
      hasNul(arg) ? [{ keys: ['args', index], message: 'This must not contain a NUL character.' }] : [],
    ),
    ...Object.entries(env).flatMap(([name, value]) => name === '' || /[=\0]/.test(name) || hasNul(value)
      ? [{ keys: ['env', name], message: 'This cannot be an environment variable.' }]
      : []),
  ]
}

/** Used if the disabled capabilities can't be read. */
const noCapabilities = { fs: false, terminal: false, elicitation: false }

/**
 * Reads `agent_defaults`. Keeps the valid parts of a faulty entry. Unreadable capabilities are all off, because they
 * were written to switch something off.
 */
export function readAgentDefaults({
  node,
  isBroken,
  addFault,
}: SettingsValue): Readonly<Record<string, AgentPreferences>> {
  if (node.type !== 'object') {
    addFault(node, ['agent_defaults'], 'This must be an object of defaults by the agent\'s id.')
    return {}
  }
  return Object.fromEntries(
    readProperties(node, ['agent_defaults'], addFault).map(({ node, name }) => {
      const path = ['agent_defaults', name]
      if (isBroken(node)) {
        addFault(node, path, 'This agent is offered no capabilities and gets no defaults until the file is valid JSON.')
        return [name, { capabilities: noCapabilities }]
      }
      if (node.type === 'object')
        readProperties(node, path, addFault)
      const value: unknown = getNodeValue(node)
      const checked = safeParse(agentDefaultsSchema, value)
      if (checked.success)
        return [name, checked.data]
      for (const issue of checked.error.issues) {
        const keys = issue.path.map(String)
        addFault(
          findNodeAtLocation(node, keys) ?? node,
          [...path, ...keys],
          `${describeIssue(issue)}${keys[0] === 'capabilities' ? ' Until then this agent is offered no capabilities.' : ''}`,
        )
      }
      return [name, readUsableParts(value)]
    }),
  )
}

function readUsableParts(value: unknown): AgentPreferences {
  const fields = isJsonObject(value) ? value : {}
  const part = (key: 'default_mode' | 'default_config_options' | 'env' | 'experimental'): AgentPreferences => {
    const checked = safeParse(agentDefaultsSchema, { [key]: fields[key] })
    return checked.success ? checked.data : {}
  }
  const capabilities = safeParse(agentCapabilitiesSchema.optional(), fields.capabilities)
  return {
    ...part('default_mode'),
    ...part('default_config_options'),
    ...part('env'),
    ...part('experimental'),
    capabilities: capabilities.success ? capabilities.data : noCapabilities,
  }
}
