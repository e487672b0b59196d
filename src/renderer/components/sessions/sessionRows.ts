import type { ListedSession } from '../../../shared/contract/methods/agentMethods'
import { rankMatches } from '../../text/match'

/** The sessions of all pages so far, each once, latest first; those without a time last, in the agent's order. */
export function sessionRows(pages: readonly (readonly ListedSession[])[]): ListedSession[] {
  const byId = new Map(pages.flat().map(session => [session.sessionId, session]))
  return [...byId.values()].sort((one, other) => (other.updatedAt ?? 0) - (one.updatedAt ?? 0))
}

/** The sessions whose title and folder match `search`, best first. */
export function searchedRows(rows: readonly ListedSession[], search: string): readonly ListedSession[] {
  return rankMatches(rows, search, ({ title = '', folder }) => `${title} ${folder}`)
}
