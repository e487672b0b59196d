import { z } from 'zod'
import { maxAttachments } from '../../thread/text/promptText'
import { method } from '../method'

/** What a person wrote in a thread and did not send yet. */
export interface SavedDraft {
  readonly text: string
  /** Files that go along. */
  readonly attachments: readonly z.infer<typeof attachment>[]
}

/** What of it is new: attachments may be large, so they are sent only when they change. */
export type DraftChange = Partial<SavedDraft>

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
  })).returns<void>(),
}
