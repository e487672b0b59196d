import { shallowReactive } from 'vue'
import { defaultShortcuts, type ShortcutId, shortcutIds, type Shortcuts } from '../../shared/settings/shortcuts'

/**
 * The keys of every action. A window has one keyboard, so that there is one table; its lists follow the settings in
 * place.
 */
const lists = Object.fromEntries(
  shortcutIds.map(id => [id, shallowReactive([...defaultShortcuts[id]])]),
) as Record<ShortcutId, string[]> // a list for each id

export const shortcuts: Shortcuts = lists

/** Gives those actions other keys, and all others their usual ones. */
export function setShortcuts(changed: Partial<Shortcuts>): void {
  for (const id of shortcutIds)
    lists[id].splice(0, Infinity, ...changed[id] ?? defaultShortcuts[id])
}
