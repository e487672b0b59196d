import type { AgentListing } from '../../../shared/contract/agentListing'

/** A heading of the list and the agents below it. */
export interface AgentGroup {
  readonly title: string
  readonly agents: readonly AgentListing[]
}

const titles: readonly [AgentListing['source'], string][] = [['settings', 'Yours'], ['builtin', 'Built in'], ['catalogue', 'Catalogue']]
const nearest: readonly AgentListing['state'][] = ['ready', 'needs sign-in', 'needs install', 'unavailable']

/**
 * The agents as the form lists them: those whose name, description or command has every word of `search`, without the hidden ones.
 * The chosen one is always there. Of the catalogue, what can be used soonest comes first.
 */
export function agentGroups(
  agents: readonly AgentListing[],
  { search, showsHidden, chosen }: { search: string, showsHidden: boolean, chosen: string | undefined },
): AgentGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const isShown = (agent: AgentListing): boolean => {
    const text = `${agent.name} ${agent.description ?? ''} ${agent.command} ${agent.state}`.toLowerCase()
    return words.every(word => text.includes(word)) && (showsHidden || !agent.isHidden || agent.agentId === chosen)
  }
  return titles
    .map(([source, title]) => {
      const shown = agents.filter(agent => agent.source === source && isShown(agent))
      return {
        title,
        agents:
          source === 'catalogue'
            ? shown.toSorted((a, b) => nearest.indexOf(a.state) - nearest.indexOf(b.state) || a.name.localeCompare(b.name))
            : shown,
      }
    })
    .filter(({ agents }) => agents.length > 0)
}
