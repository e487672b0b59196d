import type { Text } from '@codemirror/state'
import type { BufferAuthor } from '../../shared/contract/methods/bufferMethods'
import { editorText } from './text/editorText'
import { mergeTexts } from './text/mergeTexts'

/** Somebody wrote over lines that the person changed. */
export interface Conflict {
  readonly by: BufferAuthor
  readonly base: Text
  readonly theirs: Text
  /** Another one with each other text of theirs: what the person chose about. */
  readonly key: string
  readonly count: number
}

/** The conflict, unless later writes have ended it. */
export function stillOpen(conflict: Conflict, ours: Text): Conflict | undefined {
  const count = mergeTexts({ ...conflict, ours }).conflicts.length
  return count === 0 ? undefined : { ...conflict, count }
}

/** The conflict as it is stored. */
export function conflictJson({ by, base, theirs, key, count }: Conflict): string {
  return JSON.stringify({ by, base: base.toString(), theirs: theirs.toString(), key, count })
}

/** The conflict that `conflictJson` made that of. */
export function parseConflict(json: string): Conflict {
  const { base, theirs, key = 'earlier', ...rest } = JSON.parse(json) as Pick<Conflict, 'by' | 'count'>
    & { base: string, theirs: string, key?: string }
  return { ...rest, key, base: editorText(base), theirs: editorText(theirs) }
}
