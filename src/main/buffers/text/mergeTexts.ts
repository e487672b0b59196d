import type { ChangeSet, Text } from '@codemirror/state'
import { merge3, type MergeConflict, type MergedLines } from '../../../shared/changes/merge3'
import { lineEnd, lineStart } from '../../../shared/text/lineBounds'
import { changesBetween } from './changesBetween'
import { editorText } from './editorText'
import { changeSetOf, type Replacement, replacementBetween } from './replacement'

/** Three states of a text: what `ours` and `theirs` were made of. */
export interface ThreeTexts {
  readonly base: Text
  readonly ours: Text
  readonly theirs: Text
}

/** Both sides' changes merged, with our lines where they conflict. */
export interface MergedTexts {
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
  return changeSetOf(lines.map(({ at, removed, added }) => replacementBetween(removed, added, at)), length)
}

/** Where all that one side changed is above all that the other did, no lines have to be compared, which would take long. */
function mergeApart({ base, ours, theirs }: Record<keyof ThreeTexts, string>): Pick<MergedTexts, 'fromOurs' | 'fromTheirs'> | undefined {
  const [our, their] = [replacementBetween(base, ours), replacementBetween(base, theirs)]
  const isOurFirst = endsAbove(our, their, base)
  if (!isOurFirst && !endsAbove(their, our, base))
    return undefined
  return {
    fromOurs: changeSetOf([isOurFirst ? moved(their, our) : their], ours.length),
    fromTheirs: changeSetOf([isOurFirst ? our : moved(our, their)], theirs.length),
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
