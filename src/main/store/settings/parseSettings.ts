import { isAbsolute } from 'node:path'
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { customEditorSchema, type EditorSetting, knownEditors } from '../../../shared/settings/editors'
import {
  defaultPreferences,
  findPreferenceFault,
  preferenceKeys,
  type Preferences,
} from '../../../shared/settings/preferences'
import { type SandboxRules, sandboxSchema } from '../../../shared/settings/sandbox'
import { scratchName } from '../../../shared/settings/scratchName'
import {
  mcpAddressSchema,
  mcpCommandSchema,
  type McpServerSettings,
  type Settings,
  type SettingsFault,
} from '../../../shared/settings/settings'
import { type SettingsKey, settingsKeys } from '../../../shared/settings/settingsKeys'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { safeParse } from '../../../shared/text/safeParse'
import { readAgentDefaults, readAgentServers } from './readAgentServers'
import { readKeys } from './readKeys'
import {
  type AddFault,
  checkShape,
  describeIssue,
  limitEntries,
  readProperties,
  type SettingsValue,
} from './settingsNodes'

/** Maximum faults reported. Further ones appear once these are fixed. */
const maxFaults = 100

/** The settings of an empty file. */
export const emptySettings: Settings = {
  agentServers: {},
  agentDefaults: {},
  mcpServers: {},
  sandboxes: {},
  keys: {},
  preferences: defaultPreferences,
  unknownKeys: [],
  faults: [],
}

/**
 * Parses `settings.json`. Comments and trailing commas are allowed; unknown keys are ignored. A fault disables only the
 * entry that contains it.
 */
export function parseSettings(text: string): Settings {
  const source = text.replace(/^\uFEFF/, '')
  const tooMuch = checkShape(source)
  if (tooMuch !== undefined) {
    return {
      ...emptySettings,
      sandboxes: mentionsSandboxes(source) ? 'unknown' : {},
      faults: [{ line: 1, message: tooMuch }],
    }
  }
  const errors: ParseError[] = []
  const root = parseTree(source, errors, { allowTrailingComma: true, disallowComments: false })
  const faults: SettingsFault[] = errors.slice(0, maxFaults).map(error => ({
    line: getLineAt(source, error.offset),
    message: `This is not valid JSON (${describeError(error)}).`,
  }))
  if (source.trim() === '')
    return emptySettings
  if (root?.type !== 'object') {
    return {
      ...emptySettings,
      sandboxes: mentionsSandboxes(source) ? 'unknown' : {},
      faults: [
        ...faults.slice(0, 1),
        { line: 1, message: 'The file must hold one object: { "agent_servers": { … } }.' },
      ],
    }
  }

  const isBroken = (node: Node): boolean =>
    errors.some(error => error.offset >= node.offset && error.offset <= node.offset + node.length)
  const addFault: AddFault = (at, key, message) => {
    if (faults.length < maxFaults)
      faults.push({ line: getLineAt(source, at.offset), key: key.join('.'), message })
  }
  const settings: { -readonly [K in keyof Settings]: Settings[K] } = { ...emptySettings }
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
  for (const property of readProperties(root, [], addFault)) {
    const key = settingsKeys.find(known => known === property.name)
    if (key)
      readers[key](property.node)
    else
      rest.push(property)
  }
  const { preferences, unknownKeys } = readPreferences(rest, addFault)
  // With a partly read file, no command may run without its sandbox.
  if (errors.length > 0 && mentionsSandboxes(source))
    settings.sandboxes = 'unknown'
  return { ...settings, preferences, unknownKeys, faults: dropSameLine(faults) }
}

function mentionsSandboxes(source: string): boolean {
  return source.includes('sandboxed_folders')
}

/** Reads a boolean. Anything but `true` is off. */
function readSwitch(node: Node, name: string, addFault: AddFault): boolean {
  const value: unknown = getNodeValue(node)
  if (typeof value !== 'boolean')
    addFault(node, [name], 'This must be true or false.')
  return value === true
}

function getLineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function describeError(error: ParseError): string {
  return printParseErrorCode(error.error).replace(/(?<!^)[A-Z]/g, letter => ` ${letter.toLowerCase()}`).toLowerCase()
}

/** Keeps one fault per line, because one mistake can cause several parse errors. */
function dropSameLine(faults: readonly SettingsFault[]): SettingsFault[] {
  return faults.filter(
    (fault, index) => fault.key !== undefined
      || faults.findIndex(other => other.key === undefined && other.line === fault.line) === index,
  )
}

/** Reads `hidden_agents`: ids of the public registry. */
function readHiddenAgents(
  node: Node,
  addFault: (at: Node, key: readonly (string | number)[], message: string) => void,
): readonly string[] {
  const value: unknown = getNodeValue(node)
  if (Array.isArray(value) && value.every(id => typeof id === 'string'))
    return value
  addFault(node, ['hidden_agents'], 'This must be a list of texts: the ids of agents in the catalogue.')
  return []
}

/** Reads `editor`: the id of a known editor, or a custom command. */
function readEditor(node: Node, addFault: AddFault): EditorSetting | undefined {
  const value: unknown = getNodeValue(node)
  if (typeof value === 'string' && Object.hasOwn(knownEditors, value))
    return value
  if (node.type !== 'object') {
    const known = Object.keys(knownEditors).map(id => `"${id}"`).join(', ')
    addFault(node, ['editor'], `This must be one of ${known}, or { "command": "…", "args": ["{path}"] }.`)
    return undefined
  }
  const checked = safeParse(customEditorSchema, value)
  for (const issue of checked.success ? [] : checked.error.issues) {
    const keys = issue.path.map(part => typeof part === 'symbol' ? String(part) : part)
    addFault(findNodeAtLocation(node, keys) ?? node, ['editor', ...keys], describeIssue(issue))
  }
  return checked.success ? checked.data : undefined
}

/** Keys of objects with preferences, such as `appearance`. */
const groups = new Set(preferenceKeys.flatMap(key => key.includes('.') ? [key.slice(0, key.indexOf('.'))] : []))

/** Reads preferences from the properties without their own reader. A faulty one keeps its default value. */
function readPreferences(properties: readonly { name: string, node: Node }[], addFault: AddFault): {
  preferences: Preferences
  /** Keys that this version doesn't know. */
  unknownKeys: string[]
} {
  const placed = properties.flatMap(({ name, node }) => {
    if (!groups.has(name))
      return [{ path: [name], node }]
    if (node.type === 'object')
      return readProperties(node, [name], addFault).map(inner => ({ path: [name, inner.name], node: inner.node }))
    addFault(node, [name], 'This must be an object.')
    return []
  })
  const unknownKeys: string[] = []
  const read: [string, unknown][] = []
  for (const { path, node } of placed) {
    const name = path.join('.')
    const key = preferenceKeys.find(known => known === name)
    const value: unknown = getNodeValue(node)
    const fault = key && findPreferenceFault(key, value)
    if (key === undefined)
      unknownKeys.push(name)
    else if (fault === undefined)
      read.push([key, value])
    else
      addFault(node, path, fault)
  }
  return { preferences: { ...defaultPreferences, ...Object.fromEntries(read) }, unknownKeys }
}

/** Maximum folders, because each is compared before a command runs. */
const maxFolders = 1_000

/** Reads `sandboxed_folders`. A folder with a faulty entry gets the strictest sandbox. */
function readSandboxes(sandboxes: Node, addFault: AddFault): Readonly<Record<string, SandboxRules>> | 'unknown' {
  if (sandboxes.type !== 'object') {
    addFault(
      sandboxes,
      ['sandboxed_folders'],
      'This must be an object of folders: { "/home/you/project": { "network": false } }. Until then no command is run.',
    )
    return 'unknown'
  }
  const read: [string, SandboxRules][] = []
  const properties = readProperties(sandboxes, ['sandboxed_folders'], addFault)
  const tooMany = properties[maxFolders]
  if (tooMany) {
    addFault(
      tooMany.node,
      ['sandboxed_folders'],
      `There are more than ${maxFolders} folders. Until some are removed no command is run.`,
    )
    return 'unknown'
  }
  for (const { node, name } of properties) {
    const path = ['sandboxed_folders', name]
    if (!isAbsolute(name) && name !== scratchName)
      addFault(node, path, 'This must be the whole path of a folder.')
    const checked = safeParse(sandboxSchema, getNodeValue(node))
    read.push([name, checked.success ? checked.data : { network: false, write: [] }])
    for (const issue of checked.success ? [] : checked.error.issues) {
      const keys = issue.path.map(part => typeof part === 'symbol' ? String(part) : part)
      addFault(findNodeAtLocation(node, keys) ?? node, [...path, ...keys], describeIssue(issue))
    }
  }
  return Object.fromEntries(read)
}

/** Maximum servers, because each is started with every session. */
const maxServers = 200

/** Reads `mcp_servers`. Omits faulty servers. */
function readMcpServers({ node, isBroken, addFault }: SettingsValue): Readonly<Record<string, McpServerSettings>> {
  if (node.type !== 'object') {
    addFault(node, ['mcp_servers'], 'This must be an object of servers by name.')
    return {}
  }
  const first = limitEntries(readProperties(node, ['mcp_servers'], addFault), {
    most: maxServers,
    key: 'mcp_servers',
    addFault,
  })
  return Object.fromEntries(
    first.flatMap(({ node, name }) => {
      const server = readServer({ node, name, isBroken, addFault })
      return server ? [[name, server]] : []
    }),
  )
}

function readServer({
  node,
  name,
  isBroken,
  addFault,
}: SettingsValue & { name: string }): McpServerSettings | undefined {
  const path = ['mcp_servers', name]
  if (isBroken(node))
    return void addFault(node, path, 'This server is left out until the file is valid JSON.')
  if (name.trim() === '')
    return void addFault(node, path, 'A server needs a name.')
  if (node.type !== 'object')
    return void addFault(node, path, 'This must be an object with "command", or with "type" and "url".')
  readProperties(node, path, addFault)
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
  const checked = type === 'http' || type === 'sse'
    ? safeParse(mcpAddressSchema, value)
    : safeParse(mcpCommandSchema, value)
  if (checked.success)
    return checked.data
  for (const issue of checked.error.issues) {
    const keys = issue.path.map(part => (typeof part === 'symbol' ? String(part) : part))
    addFault(findNodeAtLocation(node, keys) ?? node, [...path, ...keys], describeIssue(issue))
  }
  return undefined
}
