import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Action } from '../../composables/useShortcuts'
import { rankMatches } from '../../text/match'
import { folderName } from '../../text/paths'
import { visibleName } from '../../text/visibleText'

/** A line of the palette. */
export interface PaletteItem {
  readonly kind: 'action' | 'thread'
  readonly id: string
  readonly name: string
  readonly place?: string
  readonly keys?: string
}

/** Actions and threads that match `search`, best first; all of them, actions first, without one. The palette does not offer itself. */
export function paletteItems({
  actions,
  threads,
  search,
}: {
  actions: readonly Action[]
  threads: readonly ThreadSummary[]
  search: string
}): readonly PaletteItem[] {
  const all: PaletteItem[] = [
    ...actions.filter(({ id }) => id !== 'palette').map(({ id, name, keys }) => ({ kind: 'action' as const, id, name, keys: keys[0] })),
    ...threads.map(({ threadId, title, agentName, folder }) => ({
      kind: 'thread' as const,
      id: threadId,
      name: visibleName(title, 200),
      place: `${agentName} · ${folderName(folder)}`,
    })),
  ]
  return rankMatches(all, search, ({ name, place = '' }) => `${name} ${place}`)
}
