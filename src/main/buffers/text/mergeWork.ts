import { ChangeSet, type Text } from '@codemirror/state'
import { changesBetween, replacementBetween, toChangeSet } from './editorText'
import { type ConflictChoice, mergeTexts, settleTexts, type ThreeTexts } from './mergeTexts'

/** What an open file has to work out before it takes over another text. */
export type MergeWork
  /** Their text comes in place of ours, which has nothing of its own. */
  = | { readonly kind: 'follow', readonly ours: Text, readonly theirs: Text }
    | { readonly kind: 'merge' } & ThreeTexts
    /** A conflict ends by what the person chose. */
    | { readonly kind: 'settle', readonly choice: ConflictChoice, readonly theirName: string } & ThreeTexts

/** The result. */
export interface Merged {
  /** What turns our text, and theirs, into the result; theirs only where both are merged. */
  readonly fromOurs: ChangeSet
  readonly fromTheirs: ChangeSet
  /** How many places both changed. */
  readonly conflicts: number
  /** It would take too long, or too much memory: our text stays as it is, in one conflict with theirs. */
  readonly isTooDifferent?: boolean | undefined
}

/** Something that needs texts merged on its way: it yields the work, and continues with the result. */
export type Merging = Generator<MergeWork, void, Merged>

/** Does all of it here and now. */
export function mergeAtOnce(merging: Merging): void {
  for (let step = merging.next(); !step.done;)
    step = merging.next(mergeNow(step.value))
}

/** Does one piece of it here and now. */
export function mergeNow(work: MergeWork): Merged {
  const { ours, theirs } = work
  switch (work.kind) {
    case 'follow': return onlyOurs(changesBetween(ours, theirs), theirs)
    case 'settle': return onlyOurs(changesBetween(ours, settleTexts(work, work.choice, work.theirName)), theirs)
    case 'merge': {
      const { fromOurs, fromTheirs, conflicts } = mergeTexts(work)
      return { fromOurs, fromTheirs, conflicts: conflicts.length }
    }
  }
}

/** What is done instead where that takes too much: nothing is compared, so that a text counts as a whole. */
export function mergeWhole(work: MergeWork): Merged {
  const { ours, theirs } = work
  switch (work.kind) {
    case 'follow': return onlyOurs(replaced(ours, theirs), theirs)
    case 'settle': {
      const settled = settleTexts({ ...work, isWhole: true }, work.choice, work.theirName)
      return onlyOurs(settled === ours ? ChangeSet.empty(ours.length) : replaced(ours, settled), theirs)
    }
    case 'merge': return {
      fromOurs: ChangeSet.empty(ours.length),
      fromTheirs: replaced(theirs, ours),
      conflicts: 1,
      isTooDifferent: true,
    }
  }
}

/** One piece, however much of it stays. */
export function wholeChange(before: Text, after: Text): ChangeSet {
  if (before.eq(after))
    return ChangeSet.empty(before.length)
  return toChangeSet([replacementBetween(before.toString(), after.toString())], before.length)
}

function replaced({ length }: Text, insert: Text): ChangeSet {
  return ChangeSet.of({ from: 0, to: length, insert }, length)
}

function onlyOurs(fromOurs: ChangeSet, theirs: Text): Merged {
  return { fromOurs, fromTheirs: ChangeSet.empty(theirs.length), conflicts: 0 }
}
