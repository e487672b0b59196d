import type { AgentListing } from '../../../shared/contract/agentListing'
import { sortBySoonest } from './agentGroups'

/**
 * Finds the initial agent: the first of the wishes that exists, by id or name, or else the first that is ready or needs
 * least to be. Ignores hidden ones.
 */
export function findInitialAgent(
  all: readonly AgentListing[],
  wishes: readonly (string | undefined)[],
): AgentListing | undefined {
  const agents = all.filter(agent => !agent.isHidden)
  const wished = wishes.flatMap(wish =>
    agents.find(({ agentId }) => agentId === wish) ?? agents.find(({ name }) => name === wish) ?? [],
  )
  return wished[0] ?? agents.find(({ state }) => state === 'ready') ?? findLeastNeeding(agents)
}

/** The list starts with the person's own in any state; here, usable agents come first. */
function findLeastNeeding(agents: readonly AgentListing[]): AgentListing | undefined {
  const listed = sortBySoonest(agents)
  return listed.find(({ state }) => state !== 'unavailable') ?? listed[0]
}
