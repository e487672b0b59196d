import type { AgentListing } from '../../../shared/contract/agentListing'
import type { AgentDefinition } from '../../agents/agentDefinition'
import { HostError } from '../../../shared/errors'

/** Looks agents up. */
export interface AgentFinder {
  readonly listAgents: () => AgentListing[]
  readonly findAgent: (agentId: string) => AgentDefinition
}

/** The agent, if `command` is still its command line: the person saw that one and trusts no other. */
export function trustedAgent(
  { listAgents, findAgent }: AgentFinder,
  { agentId, command }: { agentId: string, command: string },
): AgentDefinition {
  const listing = listAgents().find(listing => listing.agentId === agentId)
  if (listing?.command !== command)
    throw new HostError('command_changed', 'The command of this agent has changed. Check it again, then start.')
  if (listing.state === 'needs install')
    throw new HostError('agent_not_found', `${listing.name} is not installed yet. Install it first.`)
  if (listing.state === 'unavailable')
    throw new HostError('agent_not_found', listing.why ?? `${listing.name} cannot be started.`)
  return findAgent(agentId)
}
