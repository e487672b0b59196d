import type { AgentListing } from '../../../shared/contract/agentListing'
import type { Settings } from '../../../shared/settings/settings'
import type { AgentDefinition } from '../agentDefinition'
import { existsSync } from 'node:fs'
import { commandLineForDisplay } from '../../../shared/text/commandLineForDisplay'
import { commandNotFound, commandOnPath, expandHome } from '../process/commandOnPath'
import { type CatalogueAgent, catalogueAgents, type CatalogueSources } from './catalogueAgents'

/** What the list of agents is made from. */
export interface AgentSources {
  readonly settings: Settings
  /** The Demo agent's built program. */
  readonly demoAgentPath: string
  /** The person's own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The public registry's; without, the list ends with the built-in ones. */
  readonly catalogue?: CatalogueSources
  /** Whether the agent with this id wanted a sign-in when it last ran. */
  readonly needsSignIn?: (agentId: string) => boolean
}

/**
 * Every agent that can be picked: the person's own first, in the order of `settings.json`, then the built-in ones, then the catalogue's.
 */
export function listAgents(sources: AgentSources): AgentListing[] {
  const agents = [
    ...ownAgents(sources).map(agent => listing({ agent, source: 'settings', why: whyOwnAgentCannotRun(agent, sources) })),
    listing({
      agent: demoAgent(sources),
      source: 'builtin',
      why: existsSync(sources.demoAgentPath)
        ? undefined
        : `Its program is missing at "${sources.demoAgentPath}". Install Parley again, or build it.`,
    }),
    ...fromCatalogue(sources).map(({ listing }) => listing),
  ]
  return agents.map(agent => agent.state === 'ready' && sources.needsSignIn?.(agent.agentId) ? needingSignIn(agent) : agent)
}

/** How the agent with this id is started; `undefined` when it is no longer in the list. */
export function findAgent(agentId: string, sources: AgentSources): AgentDefinition | undefined {
  return [...ownAgents(sources), demoAgent(sources)].find(agent => agent.agentId === agentId)
    ?? fromCatalogue(sources).find(({ definition }) => definition?.agentId === agentId)?.definition
}

function fromCatalogue({ catalogue, environment, settings }: AgentSources): CatalogueAgent[] {
  return catalogue
    ? catalogueAgents(catalogue, { environment, hidden: settings.hiddenAgents ?? [], ownNames: Object.keys(settings.agentServers) })
    : []
}

function ownAgents({ settings, environment }: AgentSources): AgentDefinition[] {
  return Object.entries(settings.agentServers).map(([name, { command, args, env }]) => ({
    agentId: `settings:${name}`,
    name,
    command: expandHome(command, environment),
    args,
    env,
  }))
}

/** Run by the very Node that runs the host: Electron's own when the machine has no other. */
function demoAgent({ demoAgentPath }: AgentSources): AgentDefinition {
  return {
    agentId: 'demo',
    name: 'Demo agent',
    command: process.execPath,
    args: [demoAgentPath],
    isOurs: true,
    env: process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  }
}

function listing({
  agent: { agentId, name, command, args, env },
  source,
  why,
}: {
  agent: AgentDefinition
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

function needingSignIn(agent: AgentListing): AgentListing {
  return { ...agent, state: 'needs sign-in', why: ['It wanted a sign-in when it last ran.', agent.why].filter(Boolean).join(' ') }
}

function whyOwnAgentCannotRun({ command, env }: AgentDefinition, { environment }: AgentSources): string | undefined {
  // The agent's own `env` may hold the PATH that it needs.
  return commandOnPath({ command, environment: { ...environment, ...env } }) === undefined ? commandNotFound(command) : undefined
}
