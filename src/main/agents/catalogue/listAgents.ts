import type { AgentListing } from '../../../shared/contract/agentListing'
import { existsSync } from 'node:fs'
import { getUrlHost } from '../../../shared/settings/agentAddress'
import { isNetworkAgent, type NetworkAgentServer, type Settings } from '../../../shared/settings/settings'
import { createCommandNotFoundError, expandHome, findOnPath } from '../../system/commandOnPath'
import { type AgentDefinition, formatLaunchLine } from '../agentDefinition'
import { findKnownProgram, findOlderProgram, formatOlderProgram } from './knownPrograms'
import { type CatalogueSources, listCatalogue, pickAbilities } from './listCatalogue'
import { toCatalogueAgentId } from './registryAgent'

/** The inputs of the agent list. */
export interface AgentSources {
  readonly settings: Settings
  /** Path of the Demo agent's built program. */
  readonly demoAgentPath: string
  /** The person's environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Agents of the public registry. */
  readonly catalogue?: CatalogueSources
  /** Whether the agent required a sign-in when it last ran. */
  readonly needsSignIn?: (agentId: string) => boolean
}

/** A listed agent. `definition` is absent if it cannot be started. */
export interface ListedAgent {
  readonly listing: AgentListing
  readonly definition?: AgentDefinition
}

/** All agents: those of `settings.json` in their order, then the Demo agent, then the catalogue. */
export function listAgents(sources: AgentSources): ListedAgent[] {
  const agents = [...listSettingsAgents(sources), createDemoAgent(sources), ...listCatalogueAgents(sources)]
  return agents.map(({ listing, definition }) => ({ listing: withSignInState(listing, sources), definition }))
}

function listSettingsAgents({ settings, environment, catalogue }: AgentSources): ListedAgent[] {
  return Object.entries(settings.agentServers).map(([name, server]) => {
    if (isNetworkAgent(server))
      return toNetworkAgent(name, server)
    const { command, args, env } = server
    const definition = { agentId: `settings:${name}`, name, command: expandHome(command, environment), args, env }
    const older = toOlderListing(definition, { environment, catalogue })
    const listing = createListing({ definition, source: 'settings', why: explainNotRunnable(definition, environment) })
    const known = findKnownProgram(definition, environment)
    return { definition, listing: { ...listing, ...pickAbilities(known), ...older && { older } } }
  })
}

/** The header values are filled in when the agent is started, because they may be secrets. */
function toNetworkAgent(name: string, { url, headers, files }: NetworkAgentServer): ListedAgent {
  const definition: AgentDefinition = {
    agentId: `settings:${name}`,
    name,
    command: '',
    args: [],
    env: {},
    address: { url, headers: {}, files },
  }
  const address = { host: getUrlHost(url), headers: Object.keys(headers).sort(), files }
  return { definition, listing: { ...createListing({ definition, source: 'settings', why: undefined }), address } }
}

function toOlderListing(
  agent: AgentDefinition,
  { environment, catalogue }: Pick<AgentSources, 'environment' | 'catalogue'>,
): AgentListing['older'] {
  const older = findOlderProgram(agent, { ...environment, ...agent.env })
  const current = catalogue?.agents.find(({ id }) => id === older?.registryId)
  return older && {
    program: formatOlderProgram(older.program),
    ...current && { current: { agentId: toCatalogueAgentId(current.id), name: current.name } },
  }
}

/** Runs on the host's own Node, because the machine may have only Electron's. */
function createDemoAgent({ demoAgentPath }: AgentSources): ListedAgent {
  const definition: AgentDefinition = {
    agentId: 'demo',
    name: 'Demo agent',
    command: process.execPath,
    args: [demoAgentPath],
    isInstalledByParley: true,
    env: process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  }
  const why = existsSync(demoAgentPath)
    ? undefined
    : `Its program is missing at "${demoAgentPath}". Install Parley again, or build it.`
  return {
    definition,
    listing: { ...createListing({ definition, source: 'builtin', why }), suggestions: ['help', 'plan', 'run ls'] },
  }
}

function listCatalogueAgents({ catalogue, environment, settings }: AgentSources): ListedAgent[] {
  return catalogue
    ? listCatalogue(catalogue, {
        environment,
        hidden: settings.hiddenAgents ?? [],
        ownNames: Object.keys(settings.agentServers),
      })
    : []
}

function createListing({
  definition,
  source,
  why,
}: {
  definition: AgentDefinition
  source: AgentListing['source']
  why: string | undefined
}): AgentListing {
  const { agentId, name, env } = definition
  return {
    agentId,
    name,
    source,
    state: why === undefined ? 'ready' : 'unavailable',
    ...(why !== undefined && { why }),
    command: formatLaunchLine(definition),
    ...(source === 'settings' && Object.keys(env).length > 0 && { variables: Object.keys(env).sort() }),
  }
}

function withSignInState(agent: AgentListing, { needsSignIn }: AgentSources): AgentListing {
  return agent.state === 'ready' && needsSignIn?.(agent.agentId)
    ? {
        ...agent,
        state: 'needs sign-in',
        why: ['It wanted a sign-in when it last ran.', agent.why].filter(Boolean).join(' '),
      }
    : agent
}

function explainNotRunnable({ command, env }: AgentDefinition, environment: AgentSources['environment']): string | undefined {
  // The agent's `env` may set the PATH that it needs.
  return findOnPath({ command, environment: { ...environment, ...env } }) === undefined
    ? createCommandNotFoundError(command)
    : undefined
}
