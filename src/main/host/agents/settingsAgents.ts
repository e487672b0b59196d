import type { CustomAgent, Settings } from '../../../shared/settings/settings'
import type { SettingsEdit } from '../../store/settings/editSettings'
import type { SettingsStore } from '../../store/settings/settingsStore'
import { chmodSync } from 'node:fs'
import { HostError } from '../../../shared/errors'
import { parseRegistryId } from '../../agents/catalogue/registryAgent'

const key = 'agent_servers'

/** Edits the agents that `settings.json` defines, and the hidden ones of the catalogue. */
export class SettingsAgents {
  readonly #store: SettingsStore

  constructor(store: SettingsStore) {
    this.#store = store
  }

  read(agentId: string): CustomAgent {
    const { name, server: { command, args, env } } = find(this.#store.settings, agentId)
    return { name, command, args, env }
  }

  /** Writes an agent, renaming it if necessary. Returns its new id. */
  save({ agentId, agent }: { agentId?: string | undefined, agent: CustomAgent }): string {
    const former = agentId === undefined ? undefined : find(this.#store.settings, agentId)
    check(agent)
    if (agent.name !== former?.name && isTaken(this.#store.settings, agent.name))
      throw new HostError('name_taken', `Another agent in settings.json is called "${agent.name}". Choose another name.`)
    this.#store.edit(editsFor(agent, former))
    // Its variables may be secrets, so the file becomes private.
    chmodSync(this.#store.path, 0o600)
    if (!Object.hasOwn(this.#store.settings.agentServers, agent.name)) {
      throw new HostError(
        'storage',
        `"${agent.name}" was written to settings.json but cannot be used. Correct the faults that are shown for the file.`,
      )
    }
    return idOf(agent.name)
  }

  remove(agentId: string): void {
    this.#store.edit([{ path: [key, find(this.#store.settings, agentId).name], value: undefined }])
  }

  /** Hides an agent of the catalogue, or shows it again. */
  hide(agentId: string, isHidden: boolean): void {
    const id = parseRegistryId(agentId)
    if (id === undefined)
      throw new HostError('unsupported', 'Only agents of the catalogue can be hidden. Remove an agent of your own instead.')
    const others = (this.#store.settings.hiddenAgents ?? []).filter(hidden => hidden !== id)
    const hidden = isHidden ? [...others, id] : others
    this.#store.edit([{ path: ['hidden_agents'], value: hidden.length > 0 ? hidden : undefined }])
  }
}

interface Entry { readonly name: string, readonly server: Settings['agentServers'][string] }

/** Edits for what differs, so that the rest keeps its comments. */
function editsFor(agent: CustomAgent, former: Entry | undefined): SettingsEdit[] {
  const renaming = former !== undefined && former.name !== agent.name ? [{ path: [key, former.name], newName: agent.name }] : []
  const changed = (['command', 'args', 'env'] as const).filter(
    field => JSON.stringify(agent[field]) !== JSON.stringify(former?.server[field] ?? empty[field]),
  )
  return [
    ...renaming,
    ...changed.map(field => ({
      path: [key, agent.name, field],
      value: JSON.stringify(agent[field]) === JSON.stringify(empty[field]) ? undefined : agent[field],
    })),
  ]
}

const empty = { command: '', args: [], env: {} }

function idOf(name: string): string {
  return `settings:${name}`
}

function find({ agentServers }: Settings, agentId: string): Entry {
  const found = Object.entries(agentServers).find(([name]) => idOf(name) === agentId)
  if (!found)
    throw new HostError('agent_not_found', 'This agent is no longer in settings.json. Add it again, or choose another one.')
  return { name: found[0], server: found[1] }
}

/** Faulty entries count, too, as they may be unfinished. */
function isTaken({ agentServers, faults }: Settings, name: string): boolean {
  const path = `${key}.${name}`
  return Object.hasOwn(agentServers, name) || faults.some(fault => fault.key === path || fault.key?.startsWith(`${path}.`))
}

function check({ name, command, args, env }: CustomAgent): void {
  if ([name, command, ...args, ...Object.values(env)].some(text => text.includes('\0')))
    throw new HostError('invalid_params', 'A command cannot contain a NUL character. Remove it.')
  const wrong = Object.keys(env).find(variable => variable === '' || /[=\0]/.test(variable))
  if (wrong !== undefined)
    throw new HostError('invalid_params', `"${wrong}" cannot be the name of an environment variable. Use another name.`)
}
