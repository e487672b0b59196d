import type { ExperimentName } from '../../../shared/settings/agentSettings'
import type { AgentPreferences, Settings } from '../../../shared/settings/settings'
import type { AgentDefinition, ClientOffers } from '../agentDefinition'
import { asksInPermissions, emptyFiles, readsFiles, runsCommands, titlesCommands, withheldOffers } from './knownPrograms'

const ownPrefix = 'settings:'

/** Whether the agent is the person's own, with an entry in `agent_servers`. */
export function hasOwnEntry(agentId: string): boolean {
  return agentId.startsWith(ownPrefix)
}

/** Where `settings.json` holds the preferences for an agent: in its own entry, or under its id if it is defined elsewhere. */
export function preferencesPath(agentId: string): readonly string[] {
  return hasOwnEntry(agentId) ? ['agent_servers', agentId.slice(ownPrefix.length)] : ['agent_defaults', agentId]
}

/** The person's preferences for this agent. */
export function agentPreferences(agentId: string, { agentServers, agentDefaults }: Settings): AgentPreferences {
  const [, name = ''] = preferencesPath(agentId)
  return (hasOwnEntry(agentId) ? agentServers[name] : agentDefaults[agentId]) ?? {}
}

/** The agent with the person's preferences applied. */
export function withPreferences(agent: AgentDefinition, settings: Settings): AgentDefinition {
  const preferences = agentPreferences(agent.agentId, settings)
  const withheld = Object.fromEntries(withheldOffers(agent).map(offer => [offer, false]))
  return {
    ...agent,
    env: { ...agent.env, ...preferences.env },
    offers: { ...offersOf(preferences), ...withheld },
    ...asksInPermissions(agent) && { asksInPermissions: true },
    runsCommands: runsCommands(agent),
    readsFiles: readsFiles(agent),
    ...titlesCommands(agent) && { titlesCommands: true },
    emptyFiles: emptyFiles(agent),
  }
}

/** What the agent is offered: everything that is not switched off. */
export function offersOf({ capabilities: { fs = true, terminal = true, elicitation = true } = {} }: AgentPreferences): ClientOffers {
  return { readTextFile: fs, writeTextFile: fs, terminal, elicitation }
}

/** Which experiments are on. */
export function experimentsOf({ experimental: { fork = false } = {} }: AgentPreferences): Record<ExperimentName, boolean> {
  return { fork }
}
