import type { McpServerForm, McpServerList, McpServerView } from '../../shared/settings/mcpServers'
import type { SecretStore } from '../store/secretStore'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { ReadyMcpServer } from './mcp/mcpTests'
import { HostError } from '../../shared/errors'
import {
  isMcpAddress,
  mcpAddressSchema,
  mcpCommandSchema,
  type McpServerSettings,
  type McpValue,
} from '../../shared/settings/settings'
import { fillSecrets } from '../threads/session/buildMcpServers'
import { listSecretNames, splitEnteredValues, toShownFields } from './secretFields'

interface McpServersOptions {
  readonly settings: SettingsStore
  readonly secrets: SecretStore
}

/** The MCP servers defined in `settings.json`, with their secrets. */
export class McpServers {
  readonly #settings: SettingsStore
  readonly #secrets: SecretStore

  constructor({ settings, secrets }: McpServersOptions) {
    this.#settings = settings
    this.#secrets = secrets
  }

  list(): McpServerList {
    const servers = Object.entries(this.#settings.settings.mcpServers)
      .map(([name, server]) => toView(name, server, this.#secrets))
    return { servers, secretsIn: this.#secrets.place, secretsPath: this.#secrets.path }
  }

  /** Adds a server or replaces `previousName`. Stores secrets first, because settings must not name missing ones. */
  save({ form, previousName }: { form: McpServerForm, previousName?: string }): void {
    const { mcpServers } = this.#settings.settings
    if (form.name !== previousName && Object.hasOwn(mcpServers, form.name))
      throw new HostError('invalid_params', `There is an MCP server "${form.name}" already. Choose another name.`)
    const previous = previousName === undefined ? undefined : this.#findServer(previousName)
    const known = getStoredValues(previous)
    const { values, typed } = splitEnteredValues(form.fields, { known, prefix: `mcp/${form.name}` })
    const server = toSettings(form, values)
    typed.forEach(([name, value]) => this.#secrets.set(name, value))
    this.#settings.edit([
      ...(previousName !== undefined
        && previousName !== form.name
        ? [{ path: ['mcp_servers', previousName], value: undefined }]
        : []),
      { path: ['mcp_servers', form.name], value: server },
    ])
    this.#removeUnused(listSecrets(previous))
  }

  /** Returns the form's server with its secrets filled in. Saves nothing. */
  resolve({ form, previousName }: { form: McpServerForm, previousName?: string }): ReadyMcpServer {
    const previous = previousName === undefined ? undefined : this.#findServer(previousName)
    const known = getStoredValues(previous)
    const { values, typed } = splitEnteredValues(form.fields, { known, prefix: `mcp/${form.name}` })
    const server = toSettings(form, values)
    const entered = new Map(typed)
    const { values: pairs, missing } = fillSecrets(
      getStoredValues(server),
      name => entered.get(name) ?? this.#secrets.read(name),
    )
    if (missing.length > 0)
      throw new HostError('invalid_params', `The secret "${missing[0]}" is not stored here: enter it.`)
    const all = Object.fromEntries(pairs.map(({ name, value }) => [name, value]))
    if (!isMcpAddress(server))
      return { type: 'stdio', command: server.command, args: server.args, env: all }
    return server.type === 'sse' ? { type: 'sse' } : { type: 'http', url: server.url, headers: all }
  }

  /** Removes a server and its secrets, unless another server uses them. */
  remove(name: string): void {
    const previous = this.#findServer(name)
    this.#settings.edit([{ path: ['mcp_servers', name], value: undefined }])
    this.#removeUnused(listSecrets(previous))
  }

  #findServer(name: string): McpServerSettings | undefined {
    const { mcpServers } = this.#settings.settings
    return Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined
  }

  /** Removes unused secrets that the form created. Keeps those that the person named. */
  #removeUnused(names: readonly string[]): void {
    const used = new Set(Object.values(this.#settings.settings.mcpServers).flatMap(listSecrets))
    this.#secrets.remove(names.filter(name => name.startsWith('mcp/') && !used.has(name)))
  }
}

function toSettings(
  { type, command, args, url, agents, folders }: McpServerForm,
  values: Record<string, McpValue>,
): McpServerSettings {
  const reach = { ...agents.length > 0 && { agents }, ...folders.length > 0 && { folders } }
  const result
    = type === 'stdio'
      ? mcpCommandSchema.safeParse({
          command,
          ...(args.length > 0 && { args }),
          ...(Object.keys(values).length > 0 && { env: values }),
          ...reach,
        })
      : mcpAddressSchema.safeParse({ type, url, ...(Object.keys(values).length > 0 && { headers: values }), ...reach })
  if (result.success)
    return result.data
  const [issue] = result.error.issues
  const fault = issue?.code === 'too_small' ? 'This must not be empty.' : issue?.message ?? 'This cannot be used.'
  throw new HostError('invalid_params', `${String(issue?.path[0] ?? 'server')}: ${fault}`)
}

function toView(name: string, server: McpServerSettings, secrets: SecretStore): McpServerView {
  const { agents = [], folders = [] } = server
  const common = { name, fields: toShownFields(getStoredValues(server), secrets), agents, folders }
  return isMcpAddress(server)
    ? { ...common, type: server.type, url: server.url, command: '', args: [] }
    : { ...common, type: 'stdio', url: '', command: server.command, args: server.args }
}

function getStoredValues(server: McpServerSettings | undefined): Readonly<Record<string, McpValue>> {
  return server === undefined ? {} : isMcpAddress(server) ? server.headers : server.env
}

function listSecrets(server: McpServerSettings | undefined): string[] {
  return Object.values(getStoredValues(server)).flatMap(listSecretNames)
}
