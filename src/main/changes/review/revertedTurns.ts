import type { RevertedFile } from '../../../shared/changes/change'
import type { Version } from '../store/versionTable'
import type { FileReview } from './fileReview'
import type { ReviewedThread } from './reviewedThread'

/** Keyed by prompt. */
type Acts = ReadonlyMap<string, RevertedFile['act']>

/** Turns whose changes to a file were all rejected or undone by a restore. `versions`: all of the file's. */
export function revertedTurns(thread: ReviewedThread, { path, agent }: FileReview, versions: readonly Version[]): Acts {
  const standing = agent ? thread.rejectionsFor(path) : []
  if (standing.length === 0)
    return new Map()
  const restores = standing.flatMap(({ operation }) => {
    const at = versions.find(version => version.operation === operation.id)?.seq
    return operation.act === 'restore' && operation.first !== undefined && at !== undefined ? [{ first: operation.first, at }] : []
  })
  const rejected = new Set(agent?.rejected)
  const acts = new Map<string, RevertedFile['act'] | 'left'>()
  for (const version of versions) {
    const { seq, promptId } = version
    if (!thread.isAgents(version) || promptId === undefined)
      continue
    const isRestored = restores.some(({ first, at }) => first < seq && seq < at)
    const act = isRestored ? 'restore' : rejected.has(seq) ? 'reject' : 'left'
    // A turn with any change still in place is not reverted; otherwise the act that reverted its last change counts.
    acts.set(promptId, acts.get(promptId) === 'left' ? 'left' : act)
  }
  return new Map([...acts].flatMap(([promptId, act]) => act === 'left' ? [] : [[promptId, act]]))
}
