import type { AgentListing } from '../../../shared/contract/agentListing'
import { sortByReadiness } from './agentGroups'

/**
 * Finds the initial agent: the first of `preferred` (ids or names) that exists, or else the one that is closest to
 * being ready. Ignores hidden agents.
 */
export function findInitialAgent(
  all: readonly AgentListing[],
  preferred: readonly (string | undefined)[],
): AgentListing | undefined {
  const agents = all.filter(agent => !agent.isHidden)
  const found = preferred.flatMap(idOrName =>
    agents.find(({ agentId }) => agentId === idOrName) ?? agents.find(({ name }) => name === idOrName) ?? [],
  )
  return found[0] ?? agents.find(({ state }) => state === 'ready') ?? findMostReady(agents)
}

/** The sorted list begins with the person's own agents, so unavailable ones are skipped. */
function findMostReady(agents: readonly AgentListing[]): AgentListing | undefined {
  const listed = sortByReadiness(agents)
  return listed.find(({ state }) => state !== 'unavailable') ?? listed[0]
}
