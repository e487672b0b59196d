import type { SecretStore } from '../../store/secretStore'
import { HostError } from '../../../shared/errors'
import { mayHoldKey } from '../../../shared/settings/keyVariables'

/** Agents' keys: secret environment variables, stored like other secrets. */
export class AgentKeys {
  readonly #secrets: SecretStore

  constructor(secrets: SecretStore) {
    this.#secrets = secrets
  }

  /** Returns the agent's keys as environment variables. */
  read(agentId: string): Readonly<Record<string, string>> {
    const prefix = toPrefix(agentId)
    const names = this.#secrets.names().filter(name => name.startsWith(prefix))
    return Object.fromEntries(names.flatMap((name) => {
      const value = this.#secrets.read(name)
      return value === undefined ? [] : [[name.slice(prefix.length), value]]
    }))
  }

  /** Sets keys. An empty value keeps the stored one. */
  set(agentId: string, keys: Readonly<Record<string, string>>): void {
    const given = Object.entries(keys).filter(([, value]) => value !== '')
    const wrong = given.find(([name, value]) => !mayHoldKey(name) || value.includes('\0'))
    if (wrong)
      throw new HostError('invalid_params', `"${wrong[0]}" cannot hold a key. Set it in the agent's own configuration.`)
    for (const [name, value] of given)
      this.#secrets.set(toPrefix(agentId) + name, value.trim())
  }

  forget(agentId: string, name: string): void {
    this.#secrets.remove([toPrefix(agentId) + name])
  }
}

function toPrefix(agentId: string): string {
  return `agent/${encodeURIComponent(agentId)}/`
}
