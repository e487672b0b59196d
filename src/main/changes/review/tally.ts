import type { RevertedFile } from '../../../shared/changes/change'
import type { ReviewTally } from '../ledgerCalls'
import type { Version } from '../store/versionTable'
import type { ReviewContext } from './reviewContext'
import type { ReviewedThread } from './reviewedThread'
import { isPending } from '../../../shared/changes/change'
import { maxTurnFiles } from '../../../shared/changes/turnChanges'
import { type FileReview, reviewFile } from './fileReview'
import { findReviewedTurns } from './reviewedTurns'

/** The latest turns take precedence. Limited because each thread stores the list in its log. */
const maxReverted = 1_000

/** Summarizes decisions about all changes of a thread. Considers only files that its agent changed. */
export function summarizeDecisions({ folder, thread }: ReviewContext): ReviewTally {
  const { versions } = folder.tables
  const all = findReviewedTurns(folder.tables.turns, { threadId: thread.threadId })
  const byTurn = new Map<string, RevertedFile[]>(all.turns.map(({ promptId }) => [promptId, []]))
  let pending = 0
  for (const path of versions.changedPaths(thread.threadId)) {
    const history = versions.ofPath(path)
    const review = reviewFile(thread, history, all)
    if (!review)
      continue
    pending += isPending(review.state) ? 1 : 0
    for (const [promptId, act] of listRevertedTurns(thread, review, history)) {
      const files = byTurn.get(promptId) ?? []
      byTurn.set(promptId, files)
      // A turn's summary also names only the first files.
      if (files.length < maxTurnFiles)
        files.push({ promptId, path: folder.toAbsolute(path) ?? path, act })
    }
  }
  return { pending, turns: [...byTurn.keys()], takenBack: [...byTurn.values()].flat().slice(-maxReverted) }
}

/** Prompts of turns whose changes to a file were all rejected or undone by a restore. `versions`: all of the file's. */
function listRevertedTurns(
  thread: ReviewedThread,
  { path, agent }: FileReview,
  versions: readonly Version[],
): ReadonlyMap<string, RevertedFile['act']> {
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
    // A turn with a remaining change is not reverted; otherwise the act that reverted its last change counts.
    acts.set(promptId, acts.get(promptId) === 'left' ? 'left' : act)
  }
  return new Map([...acts].flatMap(([promptId, act]) => act === 'left' ? [] : [[promptId, act]]))
}
