import type { AgentListing } from '../../../shared/contract/agentListing'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { settingsMethods } from '../../../shared/contract/methods/settingsMethods'
import type { SecretStore } from '../../store/secretStore'
import type { SettingsStore } from '../../store/settings/settingsStore'
import type { ThreadStore } from '../../store/threadStore'
import { HostError } from '../../../shared/errors'
import { readAgentSettings, setAgentCapability, setAgentDefault, setAgentEnv, setAgentExperiment } from '../agents/agentSettings'
import { listMcpServers, removeMcpServer, saveMcpServer } from '../mcpServers'

/** What the handlers of settings need of the host. */
export interface SettingsKeepers {
  readonly settings: SettingsStore
  readonly secrets: SecretStore
  readonly store: ThreadStore
  readonly listAgents: () => AgentListing[]
}

/** Answers the dialogs "Agent settings" and "MCP servers". */
export function settingsHandlers({
  settings,
  secrets,
  store,
  listAgents,
}: SettingsKeepers): Pick<HostHandlers, keyof typeof settingsMethods> {
  // Also one that is not installed yet can be set up.
  const find = (agentId: string): AgentListing => {
    const agent = listAgents().find(agent => agent.agentId === agentId)
    if (!agent)
      throw new HostError('agent_not_found', 'This agent is not in the list any more. Choose another one.')
    return agent
  }
  return {
    readAgentSettings: ({ agentId }) => readAgentSettings({ agent: find(agentId), settings, store }),
    setAgentDefault: change => setAgentDefault({ ...change, agentId: find(change.agentId).agentId, settings }),
    setAgentCapability: change => setAgentCapability({ ...change, agentId: find(change.agentId).agentId, settings }),
    setAgentEnv: ({ agentId, env }) => setAgentEnv({ agentId: find(agentId).agentId, env, settings }),
    setAgentExperiment: change => setAgentExperiment({ ...change, agentId: find(change.agentId).agentId, settings }),
    listMcpServers: () => listMcpServers({ settings, secrets }),
    saveMcpServer: change => saveMcpServer({ ...change, settings, secrets }),
    removeMcpServer: ({ name }) => removeMcpServer({ name, settings, secrets }),
  }
}
