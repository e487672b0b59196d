import type { SecretStore } from '../../store/secretStore'
import type { SettingsEdit } from '../../store/settings/editSettings'
import type { SettingsStore } from '../../store/settings/settingsStore'
import type { ReadyAgent } from './agentTests'
import { chmodSync } from 'node:fs'
import { HostError } from '../../../shared/errors'
import { getUrlHost } from '../../../shared/settings/agentAddress'
import {
  type AgentServer,
  type CustomAgent,
  type CustomAgentView,
  isNetworkAgent,
  type McpValue,
  networkAgentSchema,
  type Settings,
  type TestedAgent,
} from '../../../shared/settings/settings'
import { parseRegistryId } from '../../agents/catalogue/registryAgent'
import { fillSecrets } from '../../threads/session/buildMcpServers'
import { listSecretNames, splitEnteredValues, toShownFields } from '../secretFields'

const settingsKey = 'agent_servers'
/** Prefix of the names of headers' secrets. */
const secretPrefix = 'agent-header'

/** Characters that HTTP allows in a header's value. */
const sendable = /^[\t\x20-\x7E\x80-\xFF]*$/

/** Edits the agents defined in `settings.json` and which agents of the catalogue are hidden. */
export class SettingsAgents {
  readonly #store: SettingsStore
  readonly #secrets: SecretStore

  constructor(store: SettingsStore, secrets: SecretStore) {
    this.#store = store
    this.#secrets = secrets
  }

  read(agentId: string): CustomAgentView {
    const { name, server } = findEntry(this.#store.settings, agentId)
    if (isNetworkAgent(server))
      return { name, url: server.url, files: server.files, headers: toShownFields(server.headers, this.#secrets) }
    const { command, args, env } = server
    return { name, command, args, env }
  }

  /** Writes an agent, renaming it if necessary; its secrets first, because settings must not name missing ones. */
  save({ agentId, agent }: { agentId?: string | undefined, agent: CustomAgent }): string {
    const former = agentId === undefined ? undefined : findEntry(this.#store.settings, agentId)
    validate(agent)
    if (agent.name !== former?.name && isTaken(this.#store.settings, agent.name))
      throw new HostError('name_taken', `Another agent in settings.json is called "${agent.name}". Choose another name.`)
    const { entry, typed } = buildEntry(agent, former)
    typed.forEach(([name, value]) => this.#secrets.set(name, value))
    this.#store.edit(createEdits({ name: agent.name, entry }, former))
    // Its variables may be secrets, so the file becomes private.
    chmodSync(this.#store.path, 0o600)
    if (!Object.hasOwn(this.#store.settings.agentServers, agent.name)) {
      throw new HostError(
        'storage',
        `"${agent.name}" was written to settings.json but cannot be used. Correct the faults that are shown for the file.`,
      )
    }
    this.#removeUnusedSecrets(former)
    return toAgentId(agent.name)
  }

  remove(agentId: string): void {
    const former = findEntry(this.#store.settings, agentId)
    this.#store.edit([{ path: [settingsKey, former.name], value: undefined }])
    this.#removeUnusedSecrets(former)
  }

  /** Returns the headers of a network agent, with its secrets filled in. */
  headers(agentId: string): Record<string, string> {
    const { name, server } = findEntry(this.#store.settings, agentId)
    return fillHeaders(name, toStoredHeaders(server), secret => this.#secrets.read(secret))
  }

  /** Returns the agent of a form as it would run. Saves nothing. */
  readTested(agent: TestedAgent, agentId: string | undefined): ReadyAgent {
    if ('command' in agent)
      return { name: agent.command, ...agent }
    const former = agentId === undefined ? undefined : findEntry(this.#store.settings, agentId)
    const name = getUrlHost(agent.url)
    const { entry, typed } = buildEntry({ ...agent, name }, former)
    const entered = new Map(typed)
    const headers = fillHeaders(name, entry.headers ?? {}, secret => entered.get(secret) ?? this.#secrets.read(secret))
    return { name, command: '', args: [], env: {}, address: { url: agent.url, headers, files: agent.files } }
  }

  /** Hides or shows an agent of the catalogue. */
  hide(agentId: string, isHidden: boolean): void {
    const id = parseRegistryId(agentId)
    if (id === undefined)
      throw new HostError('unsupported', 'Only agents of the catalogue can be hidden. Remove an agent of your own instead.')
    const others = (this.#store.settings.hiddenAgents ?? []).filter(hidden => hidden !== id)
    const hidden = isHidden ? [...others, id] : others
    this.#store.edit([{ path: ['hidden_agents'], value: hidden.length > 0 ? hidden : undefined }])
  }

  /** Removes secrets that the form stored and that no agent uses any more. */
  #removeUnusedSecrets(former: Entry | undefined): void {
    const listHeaderSecrets = (server: AgentServer): string[] =>
      Object.values(toStoredHeaders(server)).flatMap(listSecretNames)
    const used = new Set(Object.values(this.#store.settings.agentServers).flatMap(listHeaderSecrets))
    const names = former ? listHeaderSecrets(former.server) : []
    this.#secrets.remove(names.filter(name => name.startsWith(`${secretPrefix}/`) && !used.has(name)))
  }
}

interface Entry { readonly name: string, readonly server: AgentServer }

/** An agent's fields in `settings.json`; defaults are omitted. */
interface EntryFields {
  readonly command?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly url?: string
  readonly headers?: Readonly<Record<string, McpValue>>
  readonly files?: 'here'
}

function buildEntry(
  agent: CustomAgent,
  former: Entry | undefined,
): { entry: EntryFields, typed: [name: string, value: string][] } {
  if ('command' in agent)
    return { entry: toFields(agent), typed: [] }
  const known = former ? toStoredHeaders(former.server) : {}
  const { values, typed } = splitEnteredValues(agent.headers, { known, prefix: `${secretPrefix}/${agent.name}` })
  const checked = networkAgentSchema.safeParse({ url: agent.url, headers: values, files: agent.files })
  if (!checked.success)
    throw new HostError('invalid_params', checked.error.issues[0]?.message ?? 'This address cannot be used.')
  return { entry: toFields(checked.data), typed }
}

function toFields(agent: AgentServer): EntryFields {
  if (isNetworkAgent(agent))
    return { url: agent.url, headers: omitEmpty(agent.headers), ...agent.files === 'here' && { files: agent.files } }
  const { command, args, env } = agent
  return { command, args: args.length > 0 ? args : undefined, env: omitEmpty(env) }
}

/** Creates edits only for differences, so that other parts keep their comments. */
function createEdits({ name, entry }: { name: string, entry: EntryFields }, former: Entry | undefined): SettingsEdit[] {
  const renaming = former !== undefined && former.name !== name ? [{ path: [settingsKey, former.name], newName: name }] : []
  const known = former ? toFields(former.server) : {}
  const changed = (['command', 'args', 'env', 'url', 'headers', 'files'] as const).filter(
    field => JSON.stringify(entry[field]) !== JSON.stringify(known[field]),
  )
  return [...renaming, ...changed.map(field => ({ path: [settingsKey, name, field], value: entry[field] }))]
}

/** Fills secrets into headers. */
function fillHeaders(
  name: string,
  headers: Readonly<Record<string, McpValue>>,
  readSecret: (name: string) => string | undefined,
): Record<string, string> {
  const { values, missing } = fillSecrets(headers, readSecret)
  if (missing.length > 0) {
    throw new HostError(
      'agent_not_found',
      `A header of "${name}" is a secret that is not stored here: "${missing[0]}". Edit the agent and enter it.`,
    )
  }
  const wrong = values.find(({ value }) => !sendable.test(value))
  if (wrong) {
    throw new HostError(
      'agent_not_found',
      `The header "${wrong.name}" of "${name}" has a value that cannot be sent: it contains a line break or a special `
      + 'character. Edit the agent and enter it again.',
    )
  }
  return Object.fromEntries(values.map(({ name, value }) => [name, value]))
}

function omitEmpty<T extends object>(values: T): T | undefined {
  return Object.keys(values).length > 0 ? values : undefined
}

function toStoredHeaders(server: AgentServer): Readonly<Record<string, McpValue>> {
  return isNetworkAgent(server) ? server.headers : {}
}

function toAgentId(name: string): string {
  return `settings:${name}`
}

function findEntry({ agentServers }: Settings, agentId: string): Entry {
  const found = Object.entries(agentServers).find(([name]) => toAgentId(name) === agentId)
  if (!found)
    throw new HostError('agent_not_found', 'This agent is no longer in settings.json. Add it again, or choose another one.')
  return { name: found[0], server: found[1] }
}

/** Whether a name is taken, even by a faulty entry, which may be unfinished. */
function isTaken({ agentServers, faults }: Settings, name: string): boolean {
  const path = `${settingsKey}.${name}`
  return Object.hasOwn(agentServers, name) || faults.some(fault => fault.key === path || fault.key?.startsWith(`${path}.`))
}

function validate(agent: CustomAgent): void {
  if (!('command' in agent))
    return // validated by its stricter schema
  const { name, command, args, env } = agent
  if ([name, command, ...args, ...Object.values(env)].some(text => text.includes('\0')))
    throw new HostError('invalid_params', 'A command cannot contain a NUL character. Remove it.')
  const wrong = Object.keys(env).find(variable => variable === '' || /[=\0]/.test(variable))
  if (wrong !== undefined)
    throw new HostError('invalid_params', `"${wrong}" cannot be the name of an environment variable. Use another name.`)
}
