import { shallowReactive } from 'vue'
import { defaultShortcuts, type ShortcutId, shortcutIds, type Shortcuts } from '../../shared/settings/shortcuts'

/** The shortcuts of all actions. Changed settings update the lists in place. */
const lists = Object.fromEntries(
  shortcutIds.map(id => [id, shallowReactive([...defaultShortcuts[id]])]),
) as Record<ShortcutId, string[]> // a list for each id

export const shortcuts: Shortcuts = lists

/** Sets the shortcuts of some actions and resets all others to their defaults. */
export function setShortcuts(changed: Partial<Shortcuts>): void {
  for (const id of shortcutIds)
    lists[id].splice(0, Infinity, ...changed[id] ?? defaultShortcuts[id])
}
