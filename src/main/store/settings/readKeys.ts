import { getNodeValue, type Node } from 'jsonc-parser'
import {
  defaultShortcuts,
  findShortcutConflict,
  maxCombinations,
  parseCombination,
  settingKey,
  type ShortcutId,
  shortcutIds,
  type Shortcuts,
} from '../../../shared/settings/shortcuts'
import { type AddFault, readProperties } from './settingsNodes'

/** Reads `keys`: shortcuts by action. Unusable ones keep their defaults. */
export function readKeys(node: Node, addFault: AddFault): Partial<Shortcuts> {
  if (node.type !== 'object') {
    addFault(node, ['keys'], 'This must be an object: { "files": "Alt+U" }.')
    return {}
  }
  const read = new Map<ShortcutId, { node: Node, keys: readonly string[] }>()
  for (const { name, node: value } of readProperties(node, ['keys'], addFault)) {
    const id = shortcutIds.find(id => settingKey(id) === name)
    if (!id) {
      addFault(
        value,
        ['keys', name],
        'No action has this name. The page "Settings" names all of them, under "Keyboard".',
      )
      continue
    }
    const keys = readList(value, id, message => addFault(value, ['keys', name], message))
    if (keys)
      read.set(id, { node: value, keys })
  }
  // An action that falls back to its default can conflict with another one, so check again.
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    const all: Shortcuts = { ...defaultShortcuts, ...toShortcuts(read) }
    for (const [id, { node }] of read) {
      const same = findShortcutConflict(id, all)
      if (!same)
        continue
      read.delete(id)
      hasChanged = true
      const other = settingKey(same.by)
      addFault(
        node,
        ['keys', settingKey(id)],
        `"${same.keys}" is taken by "${other}". Choose other keys for one of the two.`,
      )
      break
    }
  }
  return toShortcuts(read)
}

function toShortcuts(read: ReadonlyMap<ShortcutId, { keys: readonly string[] }>): Partial<Shortcuts> {
  return Object.fromEntries([...read].map(([id, { keys }]) => [id, keys]))
}

/** Reads a combination or a list of them, which may be empty. */
function readList(node: Node, id: ShortcutId, addFault: (message: string) => void): readonly string[] | undefined {
  const value: unknown = getNodeValue(node)
  const texts: unknown[] = Array.isArray(value) ? value : [value]
  if (texts.length > maxCombinations || !texts.every(text => typeof text === 'string')) {
    addFault(`This must be keys such as "Alt+U", a list of at most ${maxCombinations}, or [] for none.`)
    return undefined
  }
  const read = texts.map(text => parseCombination(id, text))
  const faults = read.flatMap(one => 'fault' in one ? [one.fault] : [])
  if (faults[0] !== undefined)
    addFault(faults[0])
  return faults.length > 0 ? undefined : read.flatMap(one => 'keys' in one ? [one.keys] : [])
}
