import type { Text } from '@codemirror/state'
import { merge3, type MergeConflict } from '../../../shared/changes/merge3'
import { textOf } from './textOf'

/** Three states of a text: what `ours` and `theirs` were made of. */
export interface ThreeTexts {
  readonly base: Text
  readonly ours: Text
  readonly theirs: Text
}

/** Both changes together, with our lines where they do not go together. */
export function mergeTexts({ base, ours, theirs }: ThreeTexts): { text: Text, conflicts: readonly MergeConflict[] } {
  const { text, conflicts } = merge3({ base: base.toString(), ours: ours.toString(), theirs: theirs.toString() })
  return { text: textOf(text), conflicts }
}
