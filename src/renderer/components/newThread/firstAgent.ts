import type { AgentListing } from '../../../shared/contract'

/** The agent to start with: the first of the wishes that there is, by id or by name, else the first that is ready. */
export function firstAgent(agents: readonly AgentListing[], wishes: readonly (string | undefined)[]): AgentListing | undefined {
  const wished = wishes.flatMap(wish => agents.find(({ agentId }) => agentId === wish) ?? agents.find(({ name }) => name === wish) ?? [])
  return wished[0] ?? agents.find(({ state }) => state === 'ready') ?? agents[0]
}
