import type { AgentListing } from '../../../shared/contract/agentListing'
import { readableText } from '../../text/readableText'
import { visibleName, visibleText } from '../../text/visibleText'
import { useHostState } from './useHostState'

/** The agents that can be picked, the person's own first, kept up to date. */
export function useAgents() {
  const { state: agents, failed, load } = useHostState<readonly AgentListing[]>({
    initial: [],
    load: async host => toShow(await host.listAgents({})),
    events: { agentsChanged: (_, list) => toShow(list) },
  })
  return { agents, failed, load }
}

/**
 * Names and descriptions come from a registry or a file: nothing in them may mislead. What would run is shown where it
 * is trusted.
 */
function toShow(list: readonly AgentListing[]): AgentListing[] {
  return ownFirst(list).map(agent => ({
    ...agent,
    name: visibleName(agent.name),
    ...agent.description !== undefined && { description: readableText(agent.description, 2_000) },
    ...agent.why !== undefined && { why: visibleText(agent.why, 2_000) },
  }))
}

/** Agents of `settings.json` before the built-in ones, each group in the host's order. */
export function ownFirst(list: readonly AgentListing[]): AgentListing[] {
  return [...list.filter(agent => agent.source === 'settings'), ...list.filter(agent => agent.source !== 'settings')]
}
