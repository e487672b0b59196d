import type { ExperimentName } from '../../../shared/settings/agentSettings'
import type { AgentPreferences, Settings } from '../../../shared/settings/settings'
import type { AgentDefinition, ClientCapabilities } from '../agentDefinition'
import { findKnownProgram } from './knownPrograms'

const ownPrefix = 'settings:'

/** Whether the person defined the agent in `agent_servers`. */
export function hasOwnEntry(agentId: string): boolean {
  return agentId.startsWith(ownPrefix)
}

/** The path of an agent's preferences in `settings.json`: its own entry, or its id in `agent_defaults`. */
export function getPreferencesPath(agentId: string): readonly string[] {
  return hasOwnEntry(agentId) ? ['agent_servers', agentId.slice(ownPrefix.length)] : ['agent_defaults', agentId]
}

export function getAgentPreferences(agentId: string, { agentServers, agentDefaults }: Settings): AgentPreferences {
  const [, name = ''] = getPreferencesPath(agentId)
  return (hasOwnEntry(agentId) ? agentServers[name] : agentDefaults[agentId]) ?? {}
}

/** Settings that don't apply to an agent with remote files. */
const localFileSettings = ['readTextFile', 'writeTextFile', 'terminal'] as const

/** Applies the person's preferences and the known quirks of the agent's program. */
export function applyPreferences(
  agent: AgentDefinition,
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>> = {},
): AgentDefinition {
  const preferences = getAgentPreferences(agent.agentId, settings)
  const known = agent.address ? undefined : findKnownProgram(agent, environment)
  const withhold = agent.address?.files === 'there' ? localFileSettings : known?.withhold ?? []
  const withheld = Object.fromEntries(withhold.map(offer => [offer, false]))
  return {
    ...agent,
    env: { ...agent.env, ...preferences.env },
    offers: { ...filterEnabledCapabilities(preferences), ...withheld },
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

/** The capabilities that the preferences do not disable. */
export function filterEnabledCapabilities(
  { capabilities: { fs = true, terminal = true, elicitation = true } = {} }: AgentPreferences,
): ClientCapabilities {
  return { readTextFile: fs, writeTextFile: fs, terminal, elicitation }
}

export function listExperiments({
  experimental: { fork = false } = {},
}: AgentPreferences): Record<ExperimentName, boolean> {
  return { fork }
}
