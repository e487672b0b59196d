import type { FileWriteEvent } from '../../../shared/thread/deedEvents'
import { changedPart } from '../../../shared/diff/changedPart'

/** Larger changes are recorded without their text: nobody reads them, and the log keeps them for ever. */
const maxDiffCharacters = 256 * 1024

interface Written {
  readonly path: string
  readonly created: boolean
  readonly approved: boolean
  readonly before: string | undefined
  readonly content: string
}

/** What the log keeps of a write: both texts, or the part of them that changed where they are large. */
export function fileWriteEvent({ path, created, approved, before, content }: Written): FileWriteEvent {
  const event = { type: 'fileWrite', path, created, approved } as const
  if (content.length + (before?.length ?? 0) <= maxDiffCharacters)
    return { ...event, ...before !== undefined && { oldText: before }, newText: content }
  const part = before === undefined ? undefined : changedPart(before, content)
  return part && part.oldText.length + part.newText.length <= maxDiffCharacters ? { ...event, ...part } : event
}
