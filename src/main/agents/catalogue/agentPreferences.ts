import type { ExperimentName } from '../../../shared/settings/agentSettings'
import type { AgentPreferences, Settings } from '../../../shared/settings/settings'
import type { AgentDefinition, ClientCapabilities } from '../agentDefinition'
import { findKnownProgram } from './knownPrograms'

const ownPrefix = 'settings:'

/** Whether the agent is the person's own, with an entry in `agent_servers`. */
export function hasOwnEntry(agentId: string): boolean {
  return agentId.startsWith(ownPrefix)
}

/**
 * Where `settings.json` holds the preferences for an agent: in its own entry, or under its id if it is defined
 * elsewhere.
 */
export function preferencesPath(agentId: string): readonly string[] {
  return hasOwnEntry(agentId) ? ['agent_servers', agentId.slice(ownPrefix.length)] : ['agent_defaults', agentId]
}

/** The person's preferences for this agent. */
export function agentPreferences(agentId: string, { agentServers, agentDefaults }: Settings): AgentPreferences {
  const [, name = ''] = preferencesPath(agentId)
  return (hasOwnEntry(agentId) ? agentServers[name] : agentDefaults[agentId]) ?? {}
}

/** The agent with the person's preferences applied, and what Parley knows of its program. */
export function withPreferences(
  agent: AgentDefinition,
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>> = {},
): AgentDefinition {
  const preferences = agentPreferences(agent.agentId, settings)
  const known = findKnownProgram(agent, environment)
  const withheld = Object.fromEntries(known?.withhold?.map(offer => [offer, false]) ?? [])
  return {
    ...agent,
    env: { ...agent.env, ...preferences.env },
    offers: { ...enabledCapabilities(preferences), ...withheld },
    ...known?.asksInPermissions && { asksInPermissions: true },
    runsCommands: known?.runsCommands,
    readsFiles: known?.readsFiles,
    ...known?.titlesCommands && { titlesCommands: true },
    emptyFiles: known?.emptyFiles,
    probes: known?.probes,
    modes: known?.modes,
    variables: known?.variables,
  }
}

/** What the agent is offered: everything that is not switched off. */
export function enabledCapabilities(
  { capabilities: { fs = true, terminal = true, elicitation = true } = {} }: AgentPreferences,
): ClientCapabilities {
  return { readTextFile: fs, writeTextFile: fs, terminal, elicitation }
}

/** Which experiments are on. */
export function listExperiments({ experimental: { fork = false } = {} }: AgentPreferences): Record<ExperimentName, boolean> {
  return { fork }
}
