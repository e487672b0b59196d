import type { ChangeSet, Text } from '@codemirror/state'
import { merge3, type MergeConflict, type MergedLines } from '../../../shared/changes/merge3'
import { lineEnd, lineStart } from '../../../shared/text/lineEnds'
import { changesBetween, editorText, type Replacement, replacementBetween, toChangeSet } from './editorText'

/** Three states of a text: what `ours` and `theirs` were made of. */
export interface ThreeTexts {
  readonly base: Text
  readonly ours: Text
  readonly theirs: Text
}

/** Both sides' changes merged, with our lines where they conflict. */
interface MergedTexts {
  readonly text: Text
  readonly conflicts: readonly MergeConflict[]
  /** What turns our text, and theirs, into it. */
  readonly fromOurs: ChangeSet
  readonly fromTheirs: ChangeSet
}

/** Merges two versions of a text that came from the same base. */
export function mergeTexts({ base, ours, theirs }: ThreeTexts): MergedTexts {
  const texts = { base: base.toString(), ours: ours.toString(), theirs: theirs.toString() }
  const apart = mergeApart(texts)
  if (apart)
    return { ...apart, text: apart.fromOurs.apply(ours), conflicts: [] }
  const merged = merge3(texts)
  const text = editorText(merged.text)
  const { conflicts, made } = merged
  return {
    text,
    conflicts,
    fromOurs: made ? changesOf(made.ofOurs, ours.length) : changesBetween(ours, text),
    fromTheirs: made ? changesOf(made.ofTheirs, theirs.length) : changesBetween(theirs, text),
  }
}

function changesOf(lines: readonly MergedLines[], length: number): ChangeSet {
  return toChangeSet(lines.map(({ at, removed, added }) => replacementBetween(removed, added, at)), length)
}

/**
 * Where all that one side changed is above all that the other did, no lines have to be compared, which would take long.
 */
function mergeApart({ base, ours, theirs }: Record<keyof ThreeTexts, string>): Pick<MergedTexts, 'fromOurs' | 'fromTheirs'> | undefined {
  const [our, their] = [replacementBetween(base, ours), replacementBetween(base, theirs)]
  const isOurFirst = endsAbove(our, their, base)
  if (!isOurFirst && !endsAbove(their, our, base))
    return undefined
  return {
    fromOurs: toChangeSet([isOurFirst ? moved(their, our) : their], ours.length),
    fromTheirs: toChangeSet([isOurFirst ? our : moved(our, their)], theirs.length),
  }
}

/** At least a line that neither changed is between them. */
function endsAbove(first: Replacement, second: Replacement, base: string): boolean {
  const end = first.at + first.removed.length
  return end < second.at && lineEnd(base, end) < lineStart(base, second.at)
}

/** The replacement where it is once the earlier one was made. */
function moved(replacement: Replacement, { removed, added }: Replacement): Replacement {
  return { ...replacement, at: replacement.at + added.length - removed.length }
}

/** How a person ends a conflict: with which of the lines that both changed. */
export type ConflictChoice = 'mine' | 'theirs' | 'merge'

/** What a conflict is about. */
interface Contested extends ThreeTexts {
  /** To compare lines would take too much: the whole texts are chosen from. */
  readonly isWhole?: boolean | undefined
}

/**
 * The text after that choice. What only one side changed stays in it either way. `theirName` marks their lines where
 * both stay.
 */
export function settleTexts(texts: Contested, choice: ConflictChoice, theirName: string): Text {
  const { base, ours, theirs, isWhole = false } = texts
  switch (choice) {
    case 'mine': return ours
    case 'theirs': return isWhole ? theirs : mergeTexts({ base, ours: theirs, theirs: ours }).text
    case 'merge': return isWhole ? editorText(bothMarked(ours.toString(), theirs.toString(), theirName)) : withBoth(texts, theirName)
  }
}

/** Both versions are between markers, as git writes them. */
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

/** A last line without a line feed gets one, or a marker would be in it. */
function asLines(lines: string): string {
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`
}
