import { getNodeValue, type Node } from 'jsonc-parser'
import { preferenceFault, preferenceKeys, type Preferences, usualPreferences } from '../../../shared/settings/preferences'
import { type AddFault, propertiesOf } from './settingsNodes'

/** The keys of the file that hold preferences by name, such as `appearance`. */
const groups = new Set(preferenceKeys.flatMap(key => key.includes('.') ? [key.slice(0, key.indexOf('.'))] : []))

/** Reads what holds one plain value each, from the properties that no other reader takes. A faulty one keeps its usual value. */
export function readPreferences(properties: readonly { name: string, node: Node }[], addFault: AddFault): {
  preferences: Preferences
  /** The keys that this version does not know. */
  unknownKeys: string[]
} {
  const placed = properties.flatMap(({ name, node }) => {
    if (!groups.has(name))
      return [{ path: [name], node }]
    if (node.type === 'object')
      return propertiesOf(node, [name], addFault).map(inner => ({ path: [name, inner.name], node: inner.node }))
    addFault(node, [name], 'This must be an object.')
    return []
  })
  const unknownKeys: string[] = []
  const read: [string, unknown][] = []
  for (const { path, node } of placed) {
    const name = path.join('.')
    const key = preferenceKeys.find(known => known === name)
    const value: unknown = getNodeValue(node)
    const fault = key && preferenceFault(key, value)
    if (key === undefined)
      unknownKeys.push(name)
    else if (fault === undefined)
      read.push([key, value])
    else
      addFault(node, path, fault)
  }
  return { preferences: { ...usualPreferences, ...Object.fromEntries(read) }, unknownKeys }
}
