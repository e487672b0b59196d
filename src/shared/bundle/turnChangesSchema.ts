import { changedBy } from '../changes/change'
import { maxTurnFiles } from '../changes/turnChanges'
import { z } from './schemas'

/** A thread has fewer folders. */
const maxRepositories = 1_000

/** What a log from elsewhere says that changed in a turn. */
export const turnChanges = z.looseObject({
  promptId: z.string(),
  count: z.number().int().min(0),
  files: z.array(z.looseObject({
    path: z.string(),
    kind: z.enum(['added', 'changed', 'deleted']),
    by: z.array(z.enum(changedBy)).max(changedBy.length),
    added: z.number().int().min(0).optional(),
    removed: z.number().int().min(0).optional(),
  })).max(maxTurnFiles),
  gap: z.string().optional(),
  git: z.array(z.looseObject({
    branch: z.looseObject({ from: z.string(), to: z.string() }).optional(),
    commits: z.number().int().min(0).optional(),
    moved: z.literal(true).optional(),
    config: z.literal(true).optional(),
    hooks: z.literal(true).optional(),
    repository: z.enum(['new', 'gone']).optional(),
  })).max(maxRepositories).optional(),
})

/** What a log from elsewhere says that was taken back. */
export const takenBack = z.looseObject({
  files: z.array(z.looseObject({ promptId: z.string(), path: z.string(), act: z.enum(['reject', 'restore']).optional() })),
})
