import type { HostHandlers } from '../../../shared/contract/contract'
import type { installMethods } from '../../../shared/contract/methods/installMethods'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { AgentInstalls } from '../agents/agentInstalls'

/** Answers what is asked about installing agents. */
export function installHandlers({ installs, findAgent }: {
  installs: AgentInstalls
  findAgent: (agentId: string) => AgentDefinition
}): Pick<HostHandlers, keyof typeof installMethods> {
  return {
    installAgent: ({ agentId }) => installs.install(agentId),
    cancelInstall: ({ agentId }) => installs.cancel(agentId),
    uninstallAgent: ({ agentId }) => installs.uninstall(agentId),
    listInstalls: () => installs.list(),
    preflightAgent: ({ agentId, folder }) => installs.preflight(findAgent(agentId), folder),
  }
}
