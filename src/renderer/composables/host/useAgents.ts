import type { AgentListing } from '../../../shared/contract/agentListing'
import { readableText } from '../../text/readableText'
import { visibleName, visibleText } from '../../text/visibleText'
import { useHostState } from './useHostState'

/** The available agents, the person's own first, kept up to date. */
export function useAgents() {
  const { state: agents, failed, load } = useHostState<readonly AgentListing[]>({
    initial: [],
    load: async host => sanitizeNames(await host.listAgents({})),
    events: { agentsChanged: (_, list) => sanitizeNames(list) },
  })
  return { agents, failed, load }
}

/**
 * Escapes misleading characters in names and descriptions, which come from a registry or a file. Commands are escaped
 * where they are shown.
 */
function sanitizeNames(list: readonly AgentListing[]): AgentListing[] {
  return sortOwnFirst(list).map(agent => ({
    ...agent,
    name: visibleName(agent.name),
    ...agent.description !== undefined && { description: readableText(agent.description, 2_000) },
    ...agent.why !== undefined && { why: visibleText(agent.why, 2_000) },
  }))
}

/** Sorts agents of `settings.json` before the built-in ones, each group in the host's order. */
export function sortOwnFirst(list: readonly AgentListing[]): AgentListing[] {
  return [...list.filter(agent => agent.source === 'settings'), ...list.filter(agent => agent.source !== 'settings')]
}
