import type { AgentListing } from '../../shared/contract/agentListing'
import type { AgentConnections } from '../agents/agentConnections'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { ThreadStore } from '../store/threadStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Report } from '../system/report'
import type { AgentKeys } from './agents/agentKeys'
import type { SettingsAgents } from './agents/settingsAgents'
import type { Subscribers } from './subscribers'
import { join } from 'node:path'
import { HostError } from '../../shared/errors'
import { Listeners } from '../../shared/listeners'
import { applyPreferences } from '../agents/catalogue/agentPreferences'
import { type AgentSources, listAgents, type ListedAgent } from '../agents/catalogue/listAgents'
import { Registry } from '../agents/catalogue/registry'
import { getPlatformKey } from '../agents/catalogue/registryAgent'
import { AgentSignIns } from '../threads/signIn/agentSignIns'
import { type AgentInstalls, openAgentInstalls } from './agents/agentInstalls'

interface AgentsOptions {
  readonly dataFolder: string
  readonly demoAgentPath: string
  readonly registryAddress?: string | undefined
  readonly settings: SettingsStore
  readonly keys: AgentKeys
  readonly settingsAgents: SettingsAgents
  readonly store: ThreadStore
  readonly subscribers: Subscribers
  readonly shellEnvironment: ShellEnvironment
  readonly connections: AgentConnections
  readonly report: Report
}

/** The agent list and its sources. */
export interface Agents {
  readonly list: AgentList
  readonly registry: Registry
  readonly installs: AgentInstalls
  readonly signIns: AgentSignIns
}

/** Opens the agent list with its sources and subscriptions. */
export async function openAgents(options: AgentsOptions): Promise<Agents> {
  const { dataFolder, demoAgentPath, registryAddress, settings, store, subscribers, shellEnvironment, connections, report } = options
  const environment = shellEnvironment.variables
  const signIns = new AgentSignIns({ store, report })
  const registry = new Registry({ cachePath: join(dataFolder, 'registry.json'), address: registryAddress })
  const installs = await openAgentInstalls({
    dataFolder,
    environment: () => environment,
    registry,
    connections,
    needsSignIn: agentId => signIns.isNeeded(agentId),
    report,
    onProgress: progress => subscribers.emitAll('installProgress', progress),
  })
  const list = new AgentList(() => ({
    settings: settings.settings,
    demoAgentPath,
    environment,
    catalogue: {
      agents: registry.agents,
      icon: id => registry.icon(id),
      installed: id => installs.installed(id),
      platformKey: getPlatformKey(process),
    },
    needsSignIn: agentId => signIns.isNeeded(agentId),
  }), options)
  for (const source of [signIns, registry, installs, settings, shellEnvironment])
    source.onChange(() => list.refresh())
  list.onChange(agents => subscribers.emitAll('agentsChanged', agents))
  registry.onChange(() => subscribers.emitAll('catalogueChanged', registry.status))
  settings.onChange(({ faults }) => subscribers.emitAll('settingsFaults', [...faults]))
  return { list, registry, installs, signIns }
}

class AgentList {
  readonly #sources: () => AgentSources
  readonly #keys: AgentKeys
  readonly #headers: (agentId: string) => Record<string, string>
  readonly #changes = new Listeners<AgentListing[]>()
  /** Cached, because searching PATH for all agents is too slow for each `find`. */
  #latest: readonly ListedAgent[] | undefined

  constructor(sources: () => AgentSources, { keys, settingsAgents }: Pick<AgentsOptions, 'keys' | 'settingsAgents'>) {
    this.#sources = sources
    this.#keys = keys
    this.#headers = agentId => settingsAgents.headers(agentId)
  }

  /** Lists the agents. Searches PATH again, because its changes are not reported. */
  list(): AgentListing[] {
    return this.#search().map(({ listing }) => listing)
  }

  /** Returns the agent's definition with the person's preferences. Throws if it is not listed. */
  find(agentId: string): AgentDefinition {
    const agent = findDefinition(agentId, this.#latest ?? []) ?? findDefinition(agentId, this.#search())
    if (!agent) {
      throw new HostError(
        'agent_not_found',
        'This agent is no longer configured. Add it to settings.json again, or start a thread with another one.',
      )
    }
    const { settings, environment } = this.#sources()
    const definition = { ...applyPreferences(agent, settings, environment), keys: this.#keys.read(agentId) }
    const { address } = agent
    return address ? { ...definition, address: { ...address, headers: this.#headers(agentId) } } : definition
  }

  /** Returns a function that unsubscribes. */
  onChange(listener: (agents: AgentListing[]) => void): () => void {
    return this.#changes.add(listener)
  }

  /** Called when a source has changed. */
  refresh(): void {
    this.#changes.emit(this.list())
  }

  #search(): readonly ListedAgent[] {
    return this.#latest = listAgents(this.#sources())
  }
}

function findDefinition(agentId: string, agents: readonly ListedAgent[]): AgentDefinition | undefined {
  return agents.find(({ definition }) => definition?.agentId === agentId)?.definition
}
