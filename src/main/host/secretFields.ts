import type { SecretField, ShownField } from '../../shared/settings/mcpServers'
import type { McpValue } from '../../shared/settings/settings'
import type { SecretStore } from '../store/secretStore'
import { HostError } from '../../shared/errors'

/**
 * Splits a form's values into entered secrets and variables or headers for `settings.json`, which refers to secrets by
 * name. `known`: the stored values. `prefix`: prefix of the names of new secrets.
 */
export function splitEnteredValues(
  fields: readonly SecretField[],
  { known, prefix }: { known: Readonly<Record<string, McpValue>>, prefix: string },
): { values: Record<string, McpValue>, typed: [name: string, value: string][] } {
  const typed: [name: string, value: string][] = []
  const entries = fields.map((field): [string, McpValue] => {
    if (field.kind === 'plain')
      return [field.name, field.value]
    const earlier = Object.hasOwn(known, field.name) ? known[field.name] : undefined
    if (field.value === undefined) {
      if (earlier === undefined || !holdsSecret(earlier))
        throw new HostError('invalid_params', `Enter the secret "${field.name}".`)
      return [field.name, earlier]
    }
    const secretName = `${prefix}/${field.name}`
    typed.push([secretName, field.value])
    return [field.name, { secret: secretName }]
  })
  if (new Set(entries.map(([entry]) => entry)).size < entries.length)
    throw new HostError('invalid_params', 'Two variables or headers have the same name. Rename one of them.')
  return { values: Object.fromEntries(entries), typed }
}

/** Converts stored variables or headers for a form, without the values of secrets. */
export function toShownFields(values: Readonly<Record<string, McpValue>>, secrets: SecretStore): ShownField[] {
  return Object.entries(values).map(([name, value]) => typeof value === 'string' && !holdsSecret(value)
    ? { kind: 'plain' as const, name, value }
    : { kind: 'secret' as const, name, isStored: listSecretNames(value).every(secret => secrets.has(secret)) })
}

/** Lists the names of the secrets that a value refers to. */
export function listSecretNames(value: McpValue): string[] {
  return typeof value === 'string'
    ? [...value.matchAll(/\$\{keychain:([^}]+)\}/g)].map(([, name]) => name!)
    : [value.secret]
}

function holdsSecret(value: McpValue): boolean {
  return listSecretNames(value).length > 0
}
