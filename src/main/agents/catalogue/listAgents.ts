import type { AgentListing } from '../../../shared/contract/agentListing'
import type { Settings } from '../../../shared/settings/settings'
import type { AgentDefinition } from '../agentDefinition'
import { existsSync } from 'node:fs'
import { commandLineForDisplay } from '../../../shared/text/commandLineForDisplay'
import { commandNotFound, commandOnPath, expandHome } from '../../system/commandOnPath'
import { findKnownProgram, findOlderProgram, olderProgramName } from './knownPrograms'
import { type CatalogueSources, knownAbilities, listCatalogue } from './listCatalogue'
import { catalogueAgentId } from './registryAgent'

/** What the agent list is made from. */
export interface AgentSources {
  readonly settings: Settings
  /** The Demo agent's built program. */
  readonly demoAgentPath: string
  /** The person's own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The public registry's agents; if absent, the list ends with the Demo agent. */
  readonly catalogue?: CatalogueSources
  /** Whether the agent with this id wanted a sign-in when it last ran. */
  readonly needsSignIn?: (agentId: string) => boolean
}

/** An agent of the list: how it is shown and, if it can be started, how. */
export interface ListedAgent {
  readonly listing: AgentListing
  readonly definition?: AgentDefinition
}

/**
 * Every agent that can be picked: those of `settings.json` first, in their order there, then the Demo agent, then the
 * catalogue's.
 */
export function listAgents(sources: AgentSources): ListedAgent[] {
  const agents = [...agentsOfSettings(sources), demoAgent(sources), ...agentsOfCatalogue(sources)]
  return agents.map(({ listing, definition }) => ({ listing: withSignInState(listing, sources), definition }))
}

function agentsOfSettings({ settings, environment, catalogue }: AgentSources): ListedAgent[] {
  return Object.entries(settings.agentServers).map(([name, { command, args, env }]) => {
    const definition = { agentId: `settings:${name}`, name, command: expandHome(command, environment), args, env }
    const older = olderListing(definition, { environment, catalogue })
    const listing = listingOf({ definition, source: 'settings', why: whyCannotRun(definition, environment) })
    const known = findKnownProgram(definition, environment)
    return { definition, listing: { ...listing, ...knownAbilities(known), ...older && { older } } }
  })
}

function olderListing(
  agent: AgentDefinition,
  { environment, catalogue }: Pick<AgentSources, 'environment' | 'catalogue'>,
): AgentListing['older'] {
  const older = findOlderProgram(agent, { ...environment, ...agent.env })
  const current = catalogue?.agents.find(({ id }) => id === older?.registryId)
  return older && {
    program: olderProgramName(older.program),
    ...current && { current: { agentId: catalogueAgentId(current.id), name: current.name } },
  }
}

/** Run by the Node that runs the host: Electron's own if the machine has no other. */
function demoAgent({ demoAgentPath }: AgentSources): ListedAgent {
  const definition: AgentDefinition = {
    agentId: 'demo',
    name: 'Demo agent',
    command: process.execPath,
    args: [demoAgentPath],
    isInstalledByParley: true,
    env: process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  }
  const why = existsSync(demoAgentPath) ? undefined : `Its program is missing at "${demoAgentPath}". Install Parley again, or build it.`
  return { definition, listing: { ...listingOf({ definition, source: 'builtin', why }), suggestions: ['help', 'plan', 'run ls'] } }
}

function agentsOfCatalogue({ catalogue, environment, settings }: AgentSources): ListedAgent[] {
  return catalogue
    ? listCatalogue(catalogue, { environment, hidden: settings.hiddenAgents ?? [], ownNames: Object.keys(settings.agentServers) })
    : []
}

function listingOf({
  definition: { agentId, name, command, args, env },
  source,
  why,
}: {
  definition: AgentDefinition
  source: AgentListing['source']
  why: string | undefined
}): AgentListing {
  return {
    agentId,
    name,
    source,
    state: why === undefined ? 'ready' : 'unavailable',
    ...(why !== undefined && { why }),
    command: commandLineForDisplay(command, args),
    ...(source === 'settings' && Object.keys(env).length > 0 && { variables: Object.keys(env).sort() }),
  }
}

function withSignInState(agent: AgentListing, { needsSignIn }: AgentSources): AgentListing {
  return agent.state === 'ready' && needsSignIn?.(agent.agentId)
    ? { ...agent, state: 'needs sign-in', why: ['It wanted a sign-in when it last ran.', agent.why].filter(Boolean).join(' ') }
    : agent
}

function whyCannotRun({ command, env }: AgentDefinition, environment: AgentSources['environment']): string | undefined {
  // The agent's own `env` may hold the PATH that it needs.
  return commandOnPath({ command, environment: { ...environment, ...env } }) === undefined ? commandNotFound(command) : undefined
}
