import type { OwnAgent, Settings } from '../../../shared/settings/settings'
import type { SettingsEdit } from '../../store/settings/editSettings'
import type { SettingsStore } from '../../store/settings/settingsStore'
import { chmodSync } from 'node:fs'
import { HostError } from '../../../shared/errors'
import { registryIdOf } from '../../agents/catalogue/registryAgent'

const key = 'agent_servers'

/** What a person changes about agents in `settings.json` without opening it. */
export interface OwnAgents {
  read(agentId: string): OwnAgent
  /** Writes one, under a new name too. Answers with its id from now on. */
  save(change: { agentId?: string | undefined, agent: OwnAgent }): string
  remove(agentId: string): void
  /** Keeps an agent of the catalogue out of sight, or shows it again. */
  hide(agentId: string, isHidden: boolean): void
}

/** Edits the agents of these settings. */
export function ownAgents(settingsStore: SettingsStore): OwnAgents {
  return {
    read: (agentId) => {
      const { name, server: { command, args, env } } = find(settingsStore.settings, agentId)
      return { name, command, args, env }
    },
    save: ({ agentId, agent }) => {
      const former = agentId === undefined ? undefined : find(settingsStore.settings, agentId)
      check(agent)
      if (agent.name !== former?.name && isTaken(settingsStore.settings, agent.name))
        throw new HostError('name_taken', `Another agent in settings.json is called "${agent.name}". Choose another name.`)
      const renaming: SettingsEdit[]
        = former !== undefined && former.name !== agent.name ? [{ path: [key, former.name], newName: agent.name }] : []
      // Only what differs is written: what stays keeps its comments.
      const changed = (['command', 'args', 'env'] as const).filter(
        field => JSON.stringify(agent[field]) !== JSON.stringify(former?.server[field] ?? empty[field]),
      )
      settingsStore.edit([
        ...renaming,
        ...changed.map(field => ({
          path: [key, agent.name, field],
          value: JSON.stringify(agent[field]) === JSON.stringify(empty[field]) ? undefined : agent[field],
        })),
      ])
      // Its variables may be secrets, which others on this machine need not read.
      chmodSync(settingsStore.path, 0o600)
      if (!Object.hasOwn(settingsStore.settings.agentServers, agent.name)) {
        throw new HostError(
          'storage',
          `"${agent.name}" was written to settings.json, but cannot be used there. Look at the faults that are shown for the file.`,
        )
      }
      return idOf(agent.name)
    },
    remove: agentId => settingsStore.edit([{ path: [key, find(settingsStore.settings, agentId).name], value: undefined }]),
    hide: (agentId, isHidden) => {
      const id = registryIdOf(agentId)
      if (id === undefined)
        throw new HostError('unsupported', 'Only agents of the catalogue can be hidden. Remove one of your own instead.')
      const others = (settingsStore.settings.hiddenAgents ?? []).filter(hidden => hidden !== id)
      const hidden = isHidden ? [...others, id] : others
      settingsStore.edit([{ path: ['hidden_agents'], value: hidden.length > 0 ? hidden : undefined }])
    },
  }
}

const empty = { command: '', args: [], env: {} }

function idOf(name: string): string {
  return `settings:${name}`
}

function find({ agentServers }: Settings, agentId: string): { name: string, server: Settings['agentServers'][string] } {
  const found = Object.entries(agentServers).find(([name]) => idOf(name) === agentId)
  if (!found)
    throw new HostError('agent_not_found', 'This agent is no longer in settings.json. Add it again, or choose another one.')
  return { name: found[0], server: found[1] }
}

/** Also by an entry that cannot be used: it is somebody's unfinished work. */
function isTaken({ agentServers, faults }: Settings, name: string): boolean {
  const path = `${key}.${name}`
  return Object.hasOwn(agentServers, name) || faults.some(fault => fault.key === path || fault.key?.startsWith(`${path}.`))
}

function check({ name, command, args, env }: OwnAgent): void {
  if ([name, command, ...args, ...Object.values(env)].some(text => text.includes('\0')))
    throw new HostError('invalid_params', 'A NUL character cannot be part of a command.')
  const wrong = Object.keys(env).find(variable => variable === '' || /[=\0]/.test(variable))
  if (wrong !== undefined)
    throw new HostError('invalid_params', `"${wrong}" cannot be the name of an environment variable.`)
}
