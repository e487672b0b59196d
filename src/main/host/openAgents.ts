import type { AgentConnections } from '../agents/agentConnections'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { ThreadStore } from '../store/threadStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Report } from '../system/report'
import type { AgentKeys } from './agents/agentKeys'
import type { Subscribers } from './subscribers'
import { join } from 'node:path'
import { Registry } from '../agents/catalogue/registry'
import { platformKey } from '../agents/catalogue/registryAgent'
import { AgentSignIns } from '../threads/signIn/agentSignIns'
import { type AgentInstalls, openAgentInstalls } from './agents/agentInstalls'
import { AgentList } from './agents/agentList'

/** What `openAgents` needs. */
export interface AgentsOptions {
  readonly dataFolder: string
  readonly demoAgentPath: string
  readonly registryAddress?: string | undefined
  readonly settings: SettingsStore
  readonly keys: AgentKeys
  readonly store: ThreadStore
  readonly subscribers: Subscribers
  readonly shellEnvironment: ShellEnvironment
  readonly connections: AgentConnections
  readonly report: Report
}

/** Everything that is known about agents before they run. */
export interface Agents {
  readonly list: AgentList
  readonly registry: Registry
  readonly installs: AgentInstalls
  readonly signIns: AgentSignIns
}

/** Opens the list of agents, what it is made from, and what follows its changes. */
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
      platformKey: platformKey(process),
    },
    needsSignIn: agentId => signIns.isNeeded(agentId),
  }), options.keys)
  for (const source of [signIns, registry, installs, settings, shellEnvironment])
    source.onChange(() => list.changed())
  list.onChange(agents => subscribers.emitAll('agentsChanged', agents))
  registry.onChange(() => subscribers.emitAll('catalogueChanged', registry.status))
  settings.onChange(({ faults }) => subscribers.emitAll('settingsFaults', [...faults]))
  return { list, registry, installs, signIns }
}
