import { ChangeSet, Text } from '@codemirror/state'
import { textDifference } from '../../../../shared/diff/textDifference'

/** The single change that turns `before` into `after`. */
export function replacing(before: string, after: string): ChangeSet {
  const { start, before: removed, after: added } = textDifference(before, after)
  const from = start.length
  return ChangeSet.of({ from, to: from + removed.length, insert: Text.of(added.split('\n')) }, before.length)
}
