import type { AgentListing } from '../../../shared/contract/agentListing'
import { useHostState } from './useHostState'

/** The agents that can be picked, the person's own first, kept up to date. */
export function useAgents() {
  const { state: agents, failed, load } = useHostState<readonly AgentListing[]>({
    initial: [],
    load: async host => ownFirst(await host.listAgents({})),
    events: { agentsChanged: (_, list) => ownFirst(list) },
  })
  return { agents, failed, load }
}

/** Agents of `settings.json` before the built-in ones, each group in the host's order. */
export function ownFirst(list: readonly AgentListing[]): AgentListing[] {
  return [...list.filter(agent => agent.source === 'settings'), ...list.filter(agent => agent.source !== 'settings')]
}
