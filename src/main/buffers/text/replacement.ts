import { ChangeSet } from '@codemirror/state'
import { textDifference } from '../../../shared/diff/textDifference'
import { editorText } from './editorText'

/** One place of a text, what goes there and what comes instead. */
export interface Replacement {
  readonly at: number
  readonly removed: string
  readonly added: string
}

/** The smallest single replacement that turns `before` into `after`. It cuts no character in two. */
export function replacementBetween(before: string, after: string, at = 0): Replacement {
  const { start, before: removed, after: added } = textDifference(before, after)
  return { at: at + start.length, removed, added }
}

/** Several, in order, in a text of that length. */
export function changeSetOf(replacements: readonly Replacement[], length: number): ChangeSet {
  const changes = replacements.map(({ at, removed, added }) => ({ from: at, to: at + removed.length, insert: editorText(added) }))
  return ChangeSet.of(changes, length)
}
