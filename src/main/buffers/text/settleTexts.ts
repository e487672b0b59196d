import type { Text } from '@codemirror/state'
import { merge3 } from '../../../shared/changes/merge3'
import { editorText } from './editorText'
import { mergeTexts, type ThreeTexts } from './mergeTexts'

/** How a person ends a conflict: with which of the lines that both changed. */
export type ConflictChoice = 'mine' | 'theirs' | 'merge'

/** What a conflict is about. */
interface Contested extends ThreeTexts {
  /** To compare lines would take too much: the whole texts are chosen from. */
  readonly isWhole?: boolean | undefined
}

/** The text after that choice. What only one side changed stays in it either way. `theirName` marks their lines where both stay. */
export function settleTexts(texts: Contested, choice: ConflictChoice, theirName: string): Text {
  const { base, ours, theirs, isWhole = false } = texts
  switch (choice) {
    case 'mine': return ours
    case 'theirs': return isWhole ? theirs : mergeTexts({ base, ours: theirs, theirs: ours }).text
    case 'merge': return isWhole ? editorText(bothMarked(ours.toString(), theirs.toString(), theirName)) : withBoth(texts, theirName)
  }
}

/** Both versions stand between markers, as git writes them. */
function withBoth({ base, ours, theirs }: ThreeTexts, theirName: string): Text {
  const { text, conflicts } = merge3({ base: base.toString(), ours: ours.toString(), theirs: theirs.toString() })
  let marked = ''
  let from = 0
  for (const { at, ours: our, theirs: their } of conflicts) {
    marked += text.slice(from, at) + bothMarked(our, their, theirName)
    from = at + our.length
  }
  return editorText(marked + text.slice(from))
}

function bothMarked(ours: string, theirs: string, theirName: string): string {
  return `<<<<<<< You\n${asLines(ours)}=======\n${asLines(theirs)}>>>>>>> ${theirName}\n`
}

/** A last line without a line feed gets one, or a marker would stand in it. */
function asLines(lines: string): string {
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`
}
