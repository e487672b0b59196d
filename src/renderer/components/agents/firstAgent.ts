import type { AgentListing } from '../../../shared/contract/agentListing'

/**
 * The agent to start with: the first of the wishes that exists, by id or by name, otherwise the first that is ready. Hidden ones are left
 * out.
 */
export function firstAgent(all: readonly AgentListing[], wishes: readonly (string | undefined)[]): AgentListing | undefined {
  const agents = all.filter(agent => !agent.isHidden)
  const wished = wishes.flatMap(wish => agents.find(({ agentId }) => agentId === wish) ?? agents.find(({ name }) => name === wish) ?? [])
  return wished[0] ?? agents.find(({ state }) => state === 'ready') ?? agents[0]
}
