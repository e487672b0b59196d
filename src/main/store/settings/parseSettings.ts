import type { Settings, SettingsFault } from '../../../shared/settings/settings'
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { usualPreferences } from '../../../shared/settings/preferences'
import { type SettingsKey, settingsKeys } from '../../../shared/settings/settingsKeys'
import { readAgentDefaults } from './readAgentDefaults'
import { readAgentServers } from './readAgentServers'
import { readEditor } from './readEditor'
import { readHiddenAgents } from './readHiddenAgents'
import { readKeys } from './readKeys'
import { readMcpServers } from './readMcpServers'
import { readPreferences } from './readPreferences'
import { readSandboxes } from './readSandboxes'
import { type AddFault, propertiesOf, shapeFault } from './settingsNodes'

/** Enough to show at once; the others appear when these are fixed. */
const maxFaults = 100

/** The settings of an empty file. */
export const noSettings: Settings = {
  agentServers: {},
  agentDefaults: {},
  mcpServers: {},
  sandboxes: {},
  keys: {},
  preferences: usualPreferences,
  unknownKeys: [],
  faults: [],
}

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

  const isBroken = (node: Node): boolean => errors.some(error => error.offset >= node.offset && error.offset <= node.offset + node.length)
  const addFault: AddFault = (at, key, message) => {
    if (faults.length < maxFaults)
      faults.push({ line: lineAt(source, at.offset), key: key.join('.'), message })
  }
  const settings: { -readonly [K in keyof Settings]: Settings[K] } = { ...noSettings }
  const readers: Record<SettingsKey, (node: Node) => void> = {
    agent_servers: node => settings.agentServers = readAgentServers({ node, isBroken, addFault }),
    agent_defaults: node => settings.agentDefaults = readAgentDefaults({ node, isBroken, addFault }),
    mcp_servers: node => settings.mcpServers = readMcpServers({ node, isBroken, addFault }),
    hidden_agents: node => settings.hiddenAgents = readHiddenAgents(node, addFault),
    sandboxed_folders: node => settings.sandboxes = readSandboxes(node, addFault),
    read_only_commands: node => settings.readOnlyCommands = readSwitch(node, 'read_only_commands', addFault),
    keys: node => settings.keys = readKeys(node, addFault),
    editor: node => settings.editor = readEditor(node, addFault),
  }
  const rest: { name: string, node: Node }[] = []
  for (const property of propertiesOf(root, [], addFault)) {
    const key = settingsKeys.find(known => known === property.name)
    if (key)
      readers[key](property.node)
    else
      rest.push(property)
  }
  const { preferences, unknownKeys } = readPreferences(rest, addFault)
  // A partly read file must not run a command without its sandbox.
  if (errors.length > 0 && mentionsSandboxes(source))
    settings.sandboxes = 'unknown'
  return { ...settings, preferences, unknownKeys, faults: onePerLine(faults) }
}

function mentionsSandboxes(source: string): boolean {
  return source.includes('sandboxed_folders')
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
