import type { AddFault } from './settingsNodes'
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { type EditorSetting, knownEditors, ownEditorSchema } from '../../../shared/settings/editors'
import { safeParse } from '../../../shared/text/safeParse'
import { wordsForIssue } from './settingsNodes'

/** Reads `editor`: the id of a known one, or a program of the person's own. */
export function readEditor(node: Node, addFault: AddFault): EditorSetting | undefined {
  const value: unknown = getNodeValue(node)
  if (typeof value === 'string' && Object.hasOwn(knownEditors, value))
    return value
  if (node.type !== 'object') {
    const known = Object.keys(knownEditors).map(id => `"${id}"`).join(', ')
    addFault(node, ['editor'], `This must be one of ${known}, or { "command": "…", "args": ["{path}"] }.`)
    return undefined
  }
  const checked = safeParse(ownEditorSchema, value)
  for (const issue of checked.success ? [] : checked.error.issues) {
    const keys = issue.path.map(part => typeof part === 'symbol' ? String(part) : part)
    addFault(findNodeAtLocation(node, keys) ?? node, ['editor', ...keys], wordsForIssue(issue))
  }
  return checked.success ? checked.data : undefined
}
