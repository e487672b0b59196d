import type { AgentListing } from '../../../shared/contract/agentListing'
import { rankMatches } from '../../text/match'
import { agentWords } from './words'

/** A heading of the list and the agents below it. */
export interface AgentGroup {
  readonly title: string
  readonly agents: readonly AgentListing[]
}

const sources: readonly AgentListing['source'][] = ['settings', 'builtin', 'catalogue']
const nearest: readonly AgentListing['state'][] = ['ready', 'needs sign-in', 'needs install', 'unavailable']

/**
 * The agents as the form lists them: those whose name, description or command matches `search`, best first. Hidden ones are left out,
 * except the chosen one. Without a search, the agents of the catalogue that can be used soonest come first.
 */
export function agentGroups(
  agents: readonly AgentListing[],
  { search, showsHidden, chosen }: { search: string, showsHidden: boolean, chosen: string | undefined },
): AgentGroup[] {
  const listed = agents.filter(agent => showsHidden || !agent.isHidden || agent.agentId === chosen)
  const inOrder = sources.flatMap(source => soonestFirst(listed.filter(agent => agent.source === source)))
  const found = rankMatches(inOrder, search, agent => `${agent.name} ${agent.description ?? ''} ${agent.command} ${agent.state}`)
  return sources
    .map(source => ({ title: agentWords.groups[source], agents: found.filter(agent => agent.source === source) }))
    .filter(({ agents }) => agents.length > 0)
}

function soonestFirst(agents: readonly AgentListing[]): readonly AgentListing[] {
  return agents[0]?.source === 'catalogue'
    ? agents.toSorted((one, other) => nearest.indexOf(one.state) - nearest.indexOf(other.state) || one.name.localeCompare(other.name))
    : agents
}
