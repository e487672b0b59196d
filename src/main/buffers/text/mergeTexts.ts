import type { ChangeSet, Text } from '@codemirror/state'
import { type MergeConflict, type MergedLines, mergeThreeWay } from '../../../shared/changes/merge3'
import { findLineEnd, findLineStart } from '../../../shared/text/lineEnds'
import { computeChanges, computeReplacement, type Replacement, toChangeSet, toEditorText } from './editorText'

/** Two versions of a text with their common base. */
export interface ThreeTexts {
  readonly base: Text
  readonly ours: Text
  readonly theirs: Text
}

/** Both sides' changes merged, with our lines where they conflict. */
interface MergedTexts {
  readonly text: Text
  readonly conflicts: readonly MergeConflict[]
  /** Changes from our and their text to the result. */
  readonly fromOurs: ChangeSet
  readonly fromTheirs: ChangeSet
}

/** Merges two versions of a text. */
export function mergeTexts({ base, ours, theirs }: ThreeTexts): MergedTexts {
  const texts = { base: base.toString(), ours: ours.toString(), theirs: theirs.toString() }
  const apart = mergeApart(texts)
  if (apart)
    return { ...apart, text: apart.fromOurs.apply(ours), conflicts: [] }
  const merged = mergeThreeWay(texts)
  const text = toEditorText(merged.text)
  const { conflicts, made } = merged
  return {
    text,
    conflicts,
    fromOurs: made ? listChanges(made.ofOurs, ours.length) : computeChanges(ours, text),
    fromTheirs: made ? listChanges(made.ofTheirs, theirs.length) : computeChanges(theirs, text),
  }
}

function listChanges(lines: readonly MergedLines[], length: number): ChangeSet {
  return toChangeSet(lines.map(({ at, removed, added }) => computeReplacement(removed, added, at)), length)
}

/** Fast path: all changes of one side are above all changes of the other, so no lines have to be compared. */
function mergeApart({
  base,
  ours,
  theirs,
}: Record<keyof ThreeTexts, string>): Pick<MergedTexts, 'fromOurs' | 'fromTheirs'> | undefined {
  const [our, their] = [computeReplacement(base, ours), computeReplacement(base, theirs)]
  const isOurFirst = endsAbove(our, their, base)
  if (!isOurFirst && !endsAbove(their, our, base))
    return undefined
  return {
    fromOurs: toChangeSet([isOurFirst ? shiftReplacement(their, our) : their], ours.length),
    fromTheirs: toChangeSet([isOurFirst ? our : shiftReplacement(our, their)], theirs.length),
  }
}

/** Whether an unchanged line separates the replacements. */
function endsAbove(first: Replacement, second: Replacement, base: string): boolean {
  const end = first.at + first.removed.length
  return end < second.at && findLineEnd(base, end) < findLineStart(base, second.at)
}

/** Adjusts a replacement for an earlier one. */
function shiftReplacement(replacement: Replacement, { removed, added }: Replacement): Replacement {
  return { ...replacement, at: replacement.at + added.length - removed.length }
}

/** How to resolve a conflict: which of the lines changed by both sides to keep. */
export type ConflictChoice = 'mine' | 'theirs' | 'merge'

/** A conflict's texts. */
interface Contested extends ThreeTexts {
  /** Set if lines can't be compared. The choice then applies to the whole texts. */
  readonly isWhole?: boolean | undefined
}

/** Resolves a conflict. Keeps changes made by only one side. `theirName` labels their lines between markers. */
export function settleTexts(texts: Contested, choice: ConflictChoice, theirName: string): Text {
  const { base, ours, theirs, isWhole = false } = texts
  switch (choice) {
    case 'mine': return ours
    case 'theirs': return isWhole ? theirs : mergeTexts({ base, ours: theirs, theirs: ours }).text
    case 'merge': return isWhole
      ? toEditorText(markBoth(ours.toString(), theirs.toString(), theirName))
      : applyBoth(texts, theirName)
  }
}

/** Puts both versions between git's conflict markers. */
function applyBoth({ base, ours, theirs }: ThreeTexts, theirName: string): Text {
  const { text, conflicts } = mergeThreeWay({ base: base.toString(), ours: ours.toString(), theirs: theirs.toString() })
  let marked = ''
  let from = 0
  for (const { at, ours: our, theirs: their } of conflicts) {
    marked += text.slice(from, at) + markBoth(our, their, theirName)
    from = at + our.length
  }
  return toEditorText(marked + text.slice(from))
}

function markBoth(ours: string, theirs: string, theirName: string): string {
  return `<<<<<<< You\n${asLines(ours)}=======\n${asLines(theirs)}>>>>>>> ${theirName}\n`
}

/** Adds a final line feed, so that a marker starts on its own line. */
function asLines(lines: string): string {
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`
}
