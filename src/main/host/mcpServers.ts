import type { McpServerForm, McpServerList, McpServerView } from '../../shared/settings/mcpServers'
import type { SecretStore } from '../store/secretStore'
import type { SettingsStore } from '../store/settings/settingsStore'
import { HostError } from '../../shared/errors'
import { isMcpAddress, mcpAddressSchema, mcpCommandSchema, type McpServerSettings, type McpValue } from '../../shared/settings/settings'

interface McpKeepers {
  readonly settings: SettingsStore
  readonly secrets: SecretStore
}

export function listMcpServers({ settings, secrets }: McpKeepers): McpServerList {
  const servers = Object.entries(settings.settings.mcpServers).map(([name, server]) => view(name, server, secrets))
  return { servers, secretsIn: secrets.place, secretsPath: secrets.path }
}

/** Adds a server, or changes the one called `previousName`. Secrets first: settings must not name one that is not there. */
export function saveMcpServer({
  form,
  previousName,
  settings,
  secrets,
}: McpKeepers & { form: McpServerForm, previousName?: string }): void {
  const { mcpServers } = settings.settings
  const isTaken = form.name !== previousName && Object.hasOwn(mcpServers, form.name)
  if (isTaken)
    throw new HostError('invalid_params', `There is an MCP server "${form.name}" already. Choose another name.`)
  const previous = previousName === undefined || !Object.hasOwn(mcpServers, previousName) ? undefined : mcpServers[previousName]
  const known = valuesOf(previous)
  const typed: [name: string, value: string][] = []
  const entries = form.fields.map((field): [string, McpValue] => {
    if (field.kind === 'plain')
      return [field.name, field.value]
    const earlier = Object.hasOwn(known, field.name) ? known[field.name] : undefined
    if (field.value === undefined) {
      if (earlier === undefined || !holdsSecret(earlier))
        throw new HostError('invalid_params', `Enter the secret "${field.name}".`)
      return [field.name, earlier]
    }
    const secretName = `mcp/${form.name}/${field.name}`
    typed.push([secretName, field.value])
    return [field.name, { secret: secretName }]
  })
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw new HostError('invalid_params', 'Two variables or headers have the same name.')
  const server = checked(form, Object.fromEntries(entries))
  typed.forEach(([name, value]) => secrets.set(name, value))
  settings.edit([
    ...(previousName !== undefined && previousName !== form.name ? [{ path: ['mcp_servers', previousName], value: undefined }] : []),
    { path: ['mcp_servers', form.name], value: server },
  ])
  forgetUnused(secretsIn(previous), { settings, secrets })
}

/** Removes a server, and the secrets that nothing else uses. */
export function removeMcpServer({ name, settings, secrets }: McpKeepers & { name: string }): void {
  const { mcpServers } = settings.settings
  const previous = Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined
  settings.edit([{ path: ['mcp_servers', name], value: undefined }])
  forgetUnused(secretsIn(previous), { settings, secrets })
}

function checked({ type, command, args, url, agents, folders }: McpServerForm, values: Record<string, McpValue>): object {
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
  throw new HostError(
    'invalid_params',
    `${String(issue?.path[0] ?? 'server')}: ${issue?.code === 'too_small' ? 'This must not be empty.' : (issue?.message ?? 'This does not fit.')}`,
  )
}

function view(name: string, server: McpServerSettings, secrets: SecretStore): McpServerView {
  const fields = Object.entries(valuesOf(server)).map(([field, value]) => typeof value === 'string' && !holdsSecret(value)
    ? { kind: 'plain' as const, name: field, value }
    : { kind: 'secret' as const, name: field, isStored: secretNames(value).every(secret => secrets.has(secret)) })
  const common = { name, fields, agents: server.agents ?? [], folders: server.folders ?? [] }
  return isMcpAddress(server)
    ? { ...common, type: server.type, url: server.url, command: '', args: [] }
    : { ...common, type: 'stdio', url: '', command: server.command, args: server.args }
}

function valuesOf(server: McpServerSettings | undefined): Readonly<Record<string, McpValue>> {
  return server === undefined ? {} : isMcpAddress(server) ? server.headers : server.env
}

function secretNames(value: McpValue): string[] {
  return typeof value === 'string' ? [...value.matchAll(/\$\{keychain:([^}]+)\}/g)].map(([, name]) => name!) : [value.secret]
}

function holdsSecret(value: McpValue): boolean {
  return secretNames(value).length > 0
}

function secretsIn(server: McpServerSettings | undefined): string[] {
  return Object.values(valuesOf(server)).flatMap(secretNames)
}

/** A secret of the person's own naming stays: only those that the form made go with their last use. */
function forgetUnused(names: readonly string[], { settings, secrets }: McpKeepers): void {
  const used = new Set(Object.values(settings.settings.mcpServers).flatMap(secretsIn))
  secrets.remove(names.filter(name => name.startsWith('mcp/') && !used.has(name)))
}
