import type { AgentListing } from '../../../shared/contract/agentListing'
import { soonestFirst } from './agentGroups'

/**
 * The agent to start with: the first of the wishes that exists, by id or by name, otherwise the first that is ready, or
 * needs least to be. Hidden ones are left out.
 */
export function firstAgent(all: readonly AgentListing[], wishes: readonly (string | undefined)[]): AgentListing | undefined {
  const agents = all.filter(agent => !agent.isHidden)
  const wished = wishes.flatMap(wish => agents.find(({ agentId }) => agentId === wish) ?? agents.find(({ name }) => name === wish) ?? [])
  return wished[0] ?? agents.find(({ state }) => state === 'ready') ?? leastNeeding(agents)
}

/** The person's own are listed first, whatever they need: here one that can be used comes before one that cannot. */
function leastNeeding(agents: readonly AgentListing[]): AgentListing | undefined {
  const listed = soonestFirst(agents)
  return listed.find(({ state }) => state !== 'unavailable') ?? listed[0]
}
