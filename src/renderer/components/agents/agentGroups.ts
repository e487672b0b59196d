import type { AgentListing } from '../../../shared/contract/agentListing'
import { rankMatches } from '../../text/match'
import { agentWords } from './words'

/** A heading of the list, with its agents. */
interface AgentGroup {
  readonly title: string
  readonly agents: readonly AgentListing[]
}

interface AgentFilter {
  readonly search: string
  readonly showsHidden: boolean
  /** Includes agents that are neither installed nor well known. */
  readonly showsAll: boolean
  readonly chosen: string | undefined
  /** Initial maximum number, including the chosen one. */
  readonly initialLimit?: number | undefined
}

const sources: readonly AgentListing['source'][] = ['settings', 'builtin', 'catalogue']
const statesByReadiness: readonly AgentListing['state'][] = ['ready', 'needs sign-in', 'needs install', 'unavailable']

/**
 * Groups the agents that match `search` by source, best match first. Omits hidden agents, except the chosen one.
 * Without a search, sorts the catalogue's agents by readiness and omits lesser-known ones; `folded` is their number.
 */
export function groupAgents(
  agents: readonly AgentListing[],
  filter: AgentFilter,
): { groups: AgentGroup[], folded: number } {
  const { search, showsHidden, showsAll, chosen, initialLimit } = filter
  const listed = sortByReadiness(agents.filter(agent => showsHidden || !agent.isHidden || agent.agentId === chosen))
  const isSearching = search.trim() !== ''
  const shown = isSearching || showsAll
    ? listed
    : takeFirst(
        listed.filter(agent => isSuggested(agent) || agent.agentId === chosen || agent.isHidden),
        showsHidden ? undefined : initialLimit,
        chosen,
      )
  const found = rankMatches(
    shown,
    search,
    agent => `${agent.name} ${agent.description ?? ''} ${agent.command} ${agent.state}`,
  )
  return {
    groups: sources
      .map(source => ({ title: agentWords.groups[source], agents: found.filter(agent => agent.source === source) }))
      .filter(({ agents }) => agents.length > 0),
    folded: listed.length - shown.length,
  }
}

function takeFirst(
  agents: readonly AgentListing[],
  initialLimit: number | undefined,
  chosen: string | undefined,
): readonly AgentListing[] {
  const first = agents.slice(0, initialLimit)
  const missing = first.some(({ agentId }) => agentId === chosen)
    ? undefined
    : agents.find(({ agentId }) => agentId === chosen)
  return missing ? [...first.slice(0, -1), missing] : first
}

/** Whether an agent is the person's own, built in, or installed. */
export function isAvailable({ source, state }: AgentListing): boolean {
  return source !== 'catalogue' || state === 'ready' || state === 'needs sign-in'
}

/** Whether an agent is installed, or is well known and can be installed. */
export function isSuggested(agent: AgentListing): boolean {
  return isAvailable(agent) || (agent.isWellKnown === true && agent.state === 'needs install')
}

/** Moves the catalogue's agents to the end, sorted by readiness, with well-known ones first. */
export function sortByReadiness(agents: readonly AgentListing[]): readonly AgentListing[] {
  const rank = (agent: AgentListing): number => statesByReadiness.indexOf(agent.state) * 2 + (agent.isWellKnown ? 0 : 1)
  const ofCatalogue = agents.filter(({ source }) => source === 'catalogue')
  return [
    ...agents.filter(({ source }) => source !== 'catalogue'),
    ...ofCatalogue.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name)),
  ]
}
