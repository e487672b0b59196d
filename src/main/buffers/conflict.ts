import type { Text } from '@codemirror/state'
import type { BufferAuthor } from '../../shared/contract/methods/bufferMethods'
import { editorText } from './text/editorText'

/** Somebody wrote over lines that the person changed. */
export interface Conflict {
  readonly by: BufferAuthor
  readonly base: Text
  readonly theirs: Text
  /** Another one with each other text of theirs: what the person chose about. */
  readonly key: string
  readonly count: number
  /** Their lines could not be compared with ours: the whole texts are in conflict. */
  readonly isTooDifferent?: boolean | undefined
}

/** The conflict as it is stored. */
export function conflictJson({ base, theirs, ...rest }: Conflict): string {
  return JSON.stringify({ ...rest, base: base.toString(), theirs: theirs.toString() })
}

/** The conflict that `conflictJson` made that of. */
export function parseConflict(json: string): Conflict {
  const { base, theirs, key = 'earlier', ...rest } = JSON.parse(json) as Pick<Conflict, 'by' | 'count' | 'isTooDifferent'>
    & { base: string, theirs: string, key?: string }
  return { ...rest, key, base: editorText(base), theirs: editorText(theirs) }
}
