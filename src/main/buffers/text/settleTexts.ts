import type { Text } from '@codemirror/state'
import { merge3 } from '../../../shared/changes/merge3'
import { editorText } from './editorText'
import { mergeTexts, type ThreeTexts } from './mergeTexts'

/** How a person ends a conflict: with which of the lines that both changed. */
export type ConflictChoice = 'mine' | 'theirs' | 'merge'

/** The text after that choice. What only one side changed stays in it either way. `theirName` marks their lines where both stay. */
export function settleTexts(texts: ThreeTexts, choice: ConflictChoice, theirName: string): Text {
  switch (choice) {
    case 'mine': return texts.ours
    case 'theirs': return mergeTexts({ base: texts.base, ours: texts.theirs, theirs: texts.ours }).text
    case 'merge': return withBoth(texts, theirName)
  }
}

/** Both versions stand between markers, as git writes them. */
function withBoth({ base, ours, theirs }: ThreeTexts, theirName: string): Text {
  const { text, conflicts } = merge3({ base: base.toString(), ours: ours.toString(), theirs: theirs.toString() })
  let marked = ''
  let from = 0
  for (const { at, ours: our, theirs: their } of conflicts) {
    marked += `${text.slice(from, at)}<<<<<<< You\n${asLines(our)}=======\n${asLines(their)}>>>>>>> ${theirName}\n`
    from = at + our.length
  }
  return editorText(marked + text.slice(from))
}

/** A last line without a line feed gets one, or a marker would stand in it. */
function asLines(lines: string): string {
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`
}
