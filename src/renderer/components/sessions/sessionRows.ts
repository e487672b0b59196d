import type { ListedSession } from '../../../shared/contract/methods/sessionMethods'

/** The sessions of all pages so far, each once, latest first; those without a time last, in the agent's order. */
export function sessionRows(pages: readonly (readonly ListedSession[])[]): ListedSession[] {
  const byId = new Map(pages.flat().map(session => [session.sessionId, session]))
  return [...byId.values()].sort((one, other) => (other.updatedAt ?? 0) - (one.updatedAt ?? 0))
}

/** Those whose title and folder contain every word of `search`. */
export function searchedRows(rows: readonly ListedSession[], search: string): readonly ListedSession[] {
  const words = search.toLowerCase().split(/\s+/).filter(word => word !== '')
  return rows.filter(({ title = '', folder }) => words.every(word => `${title} ${folder}`.toLowerCase().includes(word)))
}
