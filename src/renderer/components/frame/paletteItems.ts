import type { ThreadSummary } from '../../../shared/contract/contract'
import type { Action } from '../../composables/useShortcuts'
import { folderName } from '../threads/threadGroups'

/** A line of the palette. */
export interface PaletteItem {
  readonly kind: 'action' | 'thread'
  readonly id: string
  readonly name: string
  readonly place?: string
  readonly keys?: string
}

/** Actions, then threads, whose words contain every word of `search`. The palette does not offer itself. */
export function paletteItems({
  actions,
  threads,
  search,
}: {
  actions: readonly Action[]
  threads: readonly ThreadSummary[]
  search: string
}): PaletteItem[] {
  const all: PaletteItem[] = [
    ...actions.filter(({ id }) => id !== 'palette').map(({ id, name, keys }) => ({ kind: 'action' as const, id, name, keys: keys[0] })),
    ...threads.map(({ threadId, title, agentName, folder }) => ({
      kind: 'thread' as const,
      id: threadId,
      name: title,
      place: `${agentName} · ${folderName(folder)}`,
    })),
  ]
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return all.filter(({ name, place = '' }) => words.every(word => `${name} ${place}`.toLowerCase().includes(word)))
}
