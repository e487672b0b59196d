import { ChangeSet, type Text } from '@codemirror/state'
import { flattenText, toEditorText } from '../text/editorText'
import { type Merged, type MergeWork, replaceWhole } from '../text/mergeWork'

type OnWire<W> = { readonly [K in keyof W]: W[K] extends Text ? string : W[K] }
/** A `MergeWork` as a message. */
export type MergeAsked = MergeWork extends infer W ? W extends MergeWork ? OnWire<W> : never : never

/** The worker's response, with changes in `ChangeSet`'s JSON. */
export interface MergeAnswer {
  readonly fromOurs: unknown
  readonly fromTheirs: unknown
  readonly conflicts: number
}

/** With more pieces, the change is sent as one piece to keep the host responsive. */
const maxPieces = 5_000

export async function packWork(work: MergeWork): Promise<MergeAsked> {
  const [ours, theirs] = [await flattenText(work.ours), await flattenText(work.theirs)]
  return work.kind === 'follow'
    ? { ...work, ours, theirs }
    : { ...work, ours, theirs, base: await flattenText(work.base) }
}

export function unpackWork(asked: MergeAsked): MergeWork {
  const [ours, theirs] = [toEditorText(asked.ours), toEditorText(asked.theirs)]
  return asked.kind === 'follow'
    ? { ...asked, ours, theirs }
    : { ...asked, ours, theirs, base: toEditorText(asked.base) }
}

export function packMerged({ fromOurs, fromTheirs, conflicts }: Merged, { ours, theirs }: MergeWork): MergeAnswer {
  return { fromOurs: limitPieces(fromOurs, ours).toJSON(), fromTheirs: limitPieces(fromTheirs, theirs).toJSON(), conflicts }
}

export function unpackMerged({ fromOurs, fromTheirs, conflicts }: MergeAnswer): Merged {
  return { fromOurs: ChangeSet.fromJSON(fromOurs), fromTheirs: ChangeSet.fromJSON(fromTheirs), conflicts }
}

function limitPieces(changes: ChangeSet, text: Text): ChangeSet {
  let pieces = 0
  changes.iterChangedRanges(() => pieces++, true)
  return pieces > maxPieces ? replaceWhole(text, changes.apply(text)) : changes
}
