import type { AgentListing } from '../../../shared/contract/agentListing'
import { rankMatches } from '../../text/match'
import { agentWords } from './words'

/** A heading of the list, with its agents. */
interface AgentGroup {
  readonly title: string
  readonly agents: readonly AgentListing[]
}

/** Which agents to list. */
interface AgentFilter {
  readonly search: string
  readonly showsHidden: boolean
  /** Includes agents that are neither installed nor well known. */
  readonly showsAll: boolean
  readonly chosen: string | undefined
  /** Initial maximum number, including the chosen one. */
  readonly most?: number | undefined
}

const sources: readonly AgentListing['source'][] = ['settings', 'builtin', 'catalogue']
const nearest: readonly AgentListing['state'][] = ['ready', 'needs sign-in', 'needs install', 'unavailable']

/**
 * Groups agents for the form: those whose name, description or command matches `search`, best first. Hidden ones are
 * omitted, except the chosen one. Without a search, the catalogue's agents are sorted by how soon they can be used, and
 * lesser-known ones are folded.
 */
export function groupAgents(
  agents: readonly AgentListing[],
  filter: AgentFilter,
): { groups: AgentGroup[], folded: number } {
  const { search, showsHidden, showsAll, chosen, most } = filter
  const listed = sortBySoonest(agents.filter(agent => showsHidden || !agent.isHidden || agent.agentId === chosen))
  const isSearching = search.trim() !== ''
  const near = isSearching || showsAll
    ? listed
    : takeFirst(
        listed.filter(agent => isNear(agent) || agent.agentId === chosen || agent.isHidden),
        showsHidden ? undefined : most,
        chosen,
      )
  const found = rankMatches(
    near,
    search,
    agent => `${agent.name} ${agent.description ?? ''} ${agent.command} ${agent.state}`,
  )
  return {
    groups: sources
      .map(source => ({ title: agentWords.groups[source], agents: found.filter(agent => agent.source === source) }))
      .filter(({ agents }) => agents.length > 0),
    folded: listed.length - near.length,
  }
}

function takeFirst(
  agents: readonly AgentListing[],
  most: number | undefined,
  chosen: string | undefined,
): readonly AgentListing[] {
  const first = agents.slice(0, most)
  const missing = first.some(({ agentId }) => agentId === chosen)
    ? undefined
    : agents.find(({ agentId }) => agentId === chosen)
  return missing ? [...first.slice(0, -1), missing] : first
}

/** Whether an agent is the person's own or installed. */
export function isHere({ source, state }: AgentListing): boolean {
  return source !== 'catalogue' || state === 'ready' || state === 'needs sign-in'
}

/** Whether an agent is installed, or is well known and can be installed. */
export function isNear(agent: AgentListing): boolean {
  return isHere(agent) || (agent.isWellKnown === true && agent.state === 'needs install')
}

/** Sorts the person's own in their order, then the catalogue's: by how soon they can be used, well-known ones first. */
export function sortBySoonest(agents: readonly AgentListing[]): readonly AgentListing[] {
  const place = (agent: AgentListing): number => nearest.indexOf(agent.state) * 2 + (agent.isWellKnown ? 0 : 1)
  const ofCatalogue = agents.filter(({ source }) => source === 'catalogue')
  return [
    ...agents.filter(({ source }) => source !== 'catalogue'),
    ...ofCatalogue.toSorted((one, other) => place(one) - place(other) || one.name.localeCompare(other.name)),
  ]
}
