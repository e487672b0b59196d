import { ChangeSet, type Text } from '@codemirror/state'
import { computeChanges, computeReplacement, toChangeSet } from './editorText'
import { type ConflictChoice, mergeTexts, settleTexts, type ThreeTexts } from './mergeTexts'

/** A computation needed before an open file takes over another text. */
export type MergeWork
  /** Replaces our unedited text by theirs. */
  = | { readonly kind: 'follow', readonly ours: Text, readonly theirs: Text }
    | { readonly kind: 'merge' } & ThreeTexts
    /** Resolves a conflict. */
    | { readonly kind: 'settle', readonly choice: ConflictChoice, readonly theirName: string } & ThreeTexts

/** The result. */
export interface Merged {
  /** Changes that turn our text, and theirs if merged, into the result. */
  readonly fromOurs: ChangeSet
  readonly fromTheirs: ChangeSet
  /** Number of conflicting places. */
  readonly conflicts: number
  /** Set if the limits were exceeded. Our text is unchanged and conflicts with theirs as a whole. */
  readonly isTooDifferent?: boolean | undefined
}

/** A procedure that yields merge work and continues with its result. */
export type Merging = Generator<MergeWork, void, Merged>

/** Runs a procedure synchronously. */
export function mergeAtOnce(merging: Merging): void {
  for (let step = merging.next(); !step.done;)
    step = merging.next(mergeNow(step.value))
}

/** Does one computation synchronously. */
export function mergeNow(work: MergeWork): Merged {
  const { ours, theirs } = work
  switch (work.kind) {
    case 'follow': return keepOurs(computeChanges(ours, theirs), theirs)
    case 'settle': return keepOurs(computeChanges(ours, settleTexts(work, work.choice, work.theirName)), theirs)
    case 'merge': {
      const { fromOurs, fromTheirs, conflicts } = mergeTexts(work)
      return { fromOurs, fromTheirs, conflicts: conflicts.length }
    }
  }
}

/** The fallback above the limits: texts are not compared and conflict as a whole. */
export function mergeWhole(work: MergeWork): Merged {
  const { ours, theirs } = work
  switch (work.kind) {
    case 'follow': return keepOurs(createReplacement(ours, theirs), theirs)
    case 'settle': {
      const settled = settleTexts({ ...work, isWhole: true }, work.choice, work.theirName)
      return keepOurs(settled === ours ? ChangeSet.empty(ours.length) : createReplacement(ours, settled), theirs)
    }
    case 'merge': return {
      fromOurs: ChangeSet.empty(ours.length),
      fromTheirs: createReplacement(theirs, ours),
      conflicts: 1,
      isTooDifferent: true,
    }
  }
}

/** A change that replaces everything. */
export function replaceWhole(before: Text, after: Text): ChangeSet {
  if (before.eq(after))
    return ChangeSet.empty(before.length)
  return toChangeSet([computeReplacement(before.toString(), after.toString())], before.length)
}

function createReplacement({ length }: Text, insert: Text): ChangeSet {
  return ChangeSet.of({ from: 0, to: length, insert }, length)
}

function keepOurs(fromOurs: ChangeSet, theirs: Text): Merged {
  return { fromOurs, fromTheirs: ChangeSet.empty(theirs.length), conflicts: 0 }
}
