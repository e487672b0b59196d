import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type AgentServer, agentServerSchema, type Settings, type SettingsFault } from '../../../shared/settings/settings'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { safeParse } from '../../../shared/text/safeParse'
import { readAgentDefaults } from './readAgentDefaults'
import { readHiddenAgents } from './readHiddenAgents'
import { readMcpServers } from './readMcpServers'
import { readSandboxes } from './readSandboxes'
import { type AddFault, propertiesOf, shapeFault, wordsForIssue } from './settingsNodes'

/** Who mends these sees the next ones. */
const maxFaults = 100

/** The settings of an empty file. */
export const noSettings: Settings = { agentServers: {}, agentDefaults: {}, mcpServers: {}, sandboxes: {}, faults: [] }

/**
 * Reads the text of `settings.json`; comments and trailing commas are allowed, unknown keys are ignored. A fault disables no more than
 * the entry that contains it.
 */
export function parseSettings(text: string): Settings {
  const source = text.replace(/^\uFEFF/, '')
  const tooMuch = shapeFault(source)
  if (tooMuch !== undefined)
    return { ...noSettings, sandboxes: mentionsSandboxes(source) ? 'unknown' : {}, faults: [{ line: 1, message: tooMuch }] }
  const errors: ParseError[] = []
  const root = parseTree(source, errors, { allowTrailingComma: true, disallowComments: false })
  const faults: SettingsFault[] = errors.slice(0, maxFaults).map(error => ({
    line: lineAt(source, error.offset),
    message: `This is not valid JSON (${wordsOf(error)}).`,
  }))
  if (source.trim() === '')
    return noSettings
  if (root?.type !== 'object') {
    return {
      ...noSettings,
      sandboxes: mentionsSandboxes(source) ? 'unknown' : {},
      faults: [...faults.slice(0, 1), { line: 1, message: 'The file must hold one object: { "agent_servers": { … } }.' }],
    }
  }

  const agentServers: [string, AgentServer][] = []
  let agentDefaults: Settings['agentDefaults'] = {}
  let mcpServers: Settings['mcpServers'] = {}
  let idleMinutes: number | undefined
  let hiddenAgents: Settings['hiddenAgents']
  let sandboxes: Settings['sandboxes'] = {}
  let readOnlyCommands: boolean | undefined
  const isBroken = (node: Node): boolean => errors.some(error => error.offset >= node.offset && error.offset <= node.offset + node.length)
  const addFault: AddFault = (at, key, message) => {
    if (faults.length < maxFaults)
      faults.push({ line: lineAt(source, at.offset), key: key.join('.'), message })
  }
  for (const { node, name } of propertiesOf(root, [], addFault)) {
    if (name === 'agent_servers')
      readAgentServers(node)
    else if (name === 'agent_defaults')
      agentDefaults = readAgentDefaults({ node, isBroken, addFault })
    else if (name === 'mcp_servers')
      mcpServers = readMcpServers({ node, isBroken, addFault })
    else if (name === 'idle_minutes')
      idleMinutes = readIdleMinutes(node, addFault)
    else if (name === 'hidden_agents')
      hiddenAgents = readHiddenAgents(node, addFault)
    else if (name === 'sandboxed_folders')
      sandboxes = readSandboxes(node, addFault)
    else if (name === 'read_only_commands')
      readOnlyCommands = readSwitch(node, name, addFault)
  }
  // A partly read file must not run a command without its sandbox.
  if (errors.length > 0 && mentionsSandboxes(source))
    sandboxes = 'unknown'
  return {
    agentServers: Object.fromEntries(agentServers),
    agentDefaults,
    mcpServers,
    sandboxes,
    ...(hiddenAgents && { hiddenAgents }),
    ...(idleMinutes !== undefined && { idleMinutes }),
    ...(readOnlyCommands !== undefined && { readOnlyCommands }),
    faults: onePerLine(faults),
  }

  function readAgentServers(servers: Node): void {
    if (servers.type !== 'object')
      return void addFault(servers, ['agent_servers'], 'This must be an object of agents by name.')
    for (const { node, name } of propertiesOf(servers, ['agent_servers'], addFault)) {
      const path = ['agent_servers', name]
      // A partly read command must not run: if its text is broken, the agent is left out.
      if (isBroken(node))
        addFault(node, path, 'This agent is left out until the file is valid JSON.')
      else
        readAgent(node, name, path)
    }
  }

  function readAgent(node: Node, name: string, path: readonly string[]): void {
    if (name.trim() === '')
      return void addFault(node, path, 'An agent needs a name.')
    if (node.type === 'object')
      propertiesOf(node, path, addFault)
    const value: unknown = getNodeValue(node)
    const type = isJsonObject(value) ? value.type : undefined
    if (typeof type === 'string' && type !== 'custom') {
      return void addFault(
        findNodeAtLocation(node, ['type']) ?? node,
        [...path, 'type'],
        `"${type}" is not supported: Parley runs agents of type "custom", by their "command".`,
      )
    }
    const checked = safeParse(agentServerSchema, value)
    if (checked.success && faultsOf(checked.data).length === 0)
      return void agentServers.push([name, checked.data])
    const found = checked.success
      ? faultsOf(checked.data)
      : checked.error.issues.map(issue => ({
          keys: issue.path.map(part => (typeof part === 'symbol' ? String(part) : part)),
          message: wordsForIssue(issue),
        }))
    for (const { keys, message } of found)
      addFault(findNodeAtLocation(node, keys) ?? node, [...path, ...keys], message)
  }
}

/** What the operating system would refuse, found here because the line is known. */
function faultsOf({ command, args, env }: AgentServer): { keys: (string | number)[], message: string }[] {
  const hasNul = (text: string) => text.includes('\0')
  return [
    ...command.trim() === '' ? [{ keys: ['command'], message: 'This must not be empty.' }] : [],
    ...hasNul(command) ? [{ keys: ['command'], message: 'This must not contain a NUL character.' }] : [],
    ...args.flatMap((arg, index) => hasNul(arg) ? [{ keys: ['args', index], message: 'This must not contain a NUL character.' }] : []),
    ...Object.entries(env).flatMap(([name, value]) => name === '' || /[=\0]/.test(name) || hasNul(value)
      ? [{ keys: ['env', name], message: 'This cannot be an environment variable.' }]
      : []),
  ]
}

function mentionsSandboxes(source: string): boolean {
  return source.includes('sandboxed_folders')
}

function readIdleMinutes(node: Node, addFault: AddFault): number | undefined {
  const value: unknown = getNodeValue(node)
  if (typeof value === 'number' && value >= 0)
    return value
  addFault(node, ['idle_minutes'], 'This must be a number of minutes; 0 keeps idle agents running.')
  return undefined
}

/** What is no plain yes is a no. */
function readSwitch(node: Node, name: string, addFault: AddFault): boolean {
  const value: unknown = getNodeValue(node)
  if (typeof value !== 'boolean')
    addFault(node, [name], 'This must be true or false.')
  return value === true
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function wordsOf(error: ParseError): string {
  return printParseErrorCode(error.error).replace(/(?<!^)[A-Z]/g, letter => ` ${letter.toLowerCase()}`).toLowerCase()
}

/** One mistake can cause several parse errors on its line: one is enough. */
function onePerLine(faults: readonly SettingsFault[]): SettingsFault[] {
  return faults.filter(
    (fault, index) => fault.key !== undefined || faults.findIndex(other => other.key === undefined && other.line === fault.line) === index,
  )
}
