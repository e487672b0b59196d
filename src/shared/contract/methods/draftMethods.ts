import { z } from 'zod'
import { maxPathCharacters } from '../../files/pathLimits'
import { maxAttachments, maxComments } from '../../thread/text/promptText'
import { method } from '../method'

/** What a person wrote in a thread and did not send yet. */
export interface SavedDraft {
  readonly text: string
  /** Files that go along. */
  readonly attachments: readonly z.infer<typeof attachment>[]
  /** What they say about lines of files that changed. */
  readonly comments: readonly LineComment[]
}

/** What of it is new: attachments may be large, so they are sent only when they change. */
export type DraftChange = Partial<SavedDraft>

/** What a person says about a line of a file. */
export type LineComment = Readonly<z.infer<typeof comment>>

/** `line`: its number in the file as it is, or as it was before where the line was removed; from 1. `quote`: what the line says. */
const comment = z.object({
  id: z.string().max(100),
  path: z.string().min(1).max(maxPathCharacters),
  line: z.number().int().min(0),
  isRemoved: z.boolean(),
  quote: z.string().max(1_000),
  text: z.string().max(100_000),
})

const attachment = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  content: z.looseObject({ type: z.string() }),
  lent: z.enum(['itself', 'copy']).optional(),
  mention: z.string().max(5_000).optional(),
})

/** Methods about what was not sent yet. */
export const draftMethods = {
  readDraft: method(z.object({ threadId: z.string() })).returns<SavedDraft | undefined>(),
  /** Keeps it until it is sent or the thread is deleted; of two windows that write, the later one counts. An empty one is forgotten. */
  saveDraft: method(z.object({
    threadId: z.string(),
    text: z.string().max(4_000_000).optional(),
    attachments: z.array(attachment).max(maxAttachments).readonly().optional(),
    comments: z.array(comment).max(maxComments).readonly().optional(),
  })).returns<void>(),
}
