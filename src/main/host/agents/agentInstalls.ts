import type { InstallProgress, PreflightCheck } from '../../../shared/settings/installing'
import type { AgentConnections } from '../../agents/agentConnections'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { Registry } from '../../agents/catalogue/registry'
import type { InstalledAgent } from '../../install/installedVersions'
import type { Report } from '../../system/report'
import { join } from 'node:path'
import { HostError } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { isWithin } from '../../../shared/paths'
import { getPlatformKey, parseRegistryId, toCatalogueAgentId } from '../../agents/catalogue/registryAgent'
import { Installer } from '../../install/installer'
import { runPreflight } from '../../install/preflight'
import { findOnPath } from '../../system/commandOnPath'

/** The installer, addressed by the ids of the agent list instead of registry ids. */
export interface AgentInstalls {
  /** Starts an installation. Progress is reported by `onProgress`. */
  install(agentId: string): void
  cancel(agentId: string): Promise<void>
  uninstall(agentId: string): Promise<void>
  list(): InstallProgress[]
  installed(agentId: string): InstalledAgent | undefined
  preflight(agent: AgentDefinition, folder?: string): Promise<PreflightCheck[]>
  /** Calls `listener` after changes of installed agents. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  dispose(): Promise<void>
}

/** Opens the installer on the `agents` folder in the data folder. */
export async function openAgentInstalls({ dataFolder, environment, registry, connections, needsSignIn, report, onProgress }: {
  dataFolder: string
  environment: () => Readonly<Record<string, string | undefined>>
  registry: Registry
  connections: AgentConnections
  needsSignIn: (agentId: string) => boolean
  report: Report
  onProgress: (progress: InstallProgress) => void
}): Promise<AgentInstalls> {
  const changes = new Listeners<void>()
  const toListed = (progress: InstallProgress): InstallProgress => ({
    ...progress,
    agentId: toCatalogueAgentId(progress.agentId),
  })
  const installer = await Installer.open({
    folder: join(dataFolder, 'agents'),
    platform: getPlatformKey(process),
    environment,
    findCommand: command => findOnPath({ command, environment: environment() }),
    isInUse: folder => connections.running.some(({ command, args }) =>
      [command, ...args].some(part => isWithin(part, folder, process.platform))),
    onProgress: progress => onProgress(toListed(progress)),
    onChange: () => changes.emit(),
    report,
  })

  return {
    install: (agentId) => {
      const id = toRegistryId(agentId)
      const agent = registry.agents.find(agent => agent.id === id)
      if (!agent)
        throw new HostError('agent_not_found', 'This agent is no longer in the catalogue. Choose another one.')
      installer.install(agent).catch((error: unknown) => report(error, 'installing an agent'))
    },
    cancel: agentId => installer.cancel(toRegistryId(agentId)),
    uninstall: agentId => installer.uninstall(toRegistryId(agentId)),
    list: () => installer.progress.map(toListed),
    installed: agentId => installer.installedAgent(toRegistryId(agentId)),
    preflight: async (agent, folder) => {
      const { agentId } = agent
      if (agent.address)
        return [] // not called before it is initialized
      const range = parseRegistryId(agentId) === undefined
        ? undefined
        : installer.installedAgent(toRegistryId(agentId))?.nodeRange
      return runPreflight({
        command: agent.command,
        // The agent's own variables may include the PATH that it needs.
        findCommand: command => findOnPath({ command, environment: { ...environment(), ...agent.env } }),
        ...range !== undefined && { node: { found: await installer.findNode(), range } },
        folder,
        needsSignIn: needsSignIn(agentId),
      })
    },
    onChange: listener => changes.add(listener),
    dispose: () => installer.dispose(),
  }
}

function toRegistryId(agentId: string): string {
  const id = parseRegistryId(agentId)
  if (id === undefined)
    throw new HostError('unsupported', 'Parley can only install agents from the catalogue. Install this one yourself.')
  return id
}
