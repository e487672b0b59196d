import type { AgentListing } from '../../../shared/contract/agentListing'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { agentMethods } from '../../../shared/contract/methods/agentMethods'
import type { Registry } from '../../agents/catalogue/registry'
import type { Report } from '../../system/report'
import type { SettingsAgents } from '../agents/settingsAgents'

/** Answers what is asked about the agents in the list. */
export function agentHandlers({ listAgents, registry, settingsAgents, report }: {
  listAgents: () => AgentListing[]
  registry: Registry
  settingsAgents: SettingsAgents
  report: Report
}): Pick<HostHandlers, keyof typeof agentMethods> {
  return {
    listAgents: () => {
      registry.refresh().catch(error => report(error, 'asking the registry of agents'))
      return listAgents()
    },
    catalogueStatus: () => registry.status,
    hideAgent: ({ agentId, isHidden }) => settingsAgents.hide(agentId, isHidden),
    readAgent: ({ agentId }) => settingsAgents.read(agentId),
    saveAgent: change => ({ agentId: settingsAgents.save(change) }),
    removeAgent: ({ agentId }) => settingsAgents.remove(agentId),
  }
}
