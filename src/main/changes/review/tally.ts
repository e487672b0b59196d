import type { RevertedFile } from '../../../shared/changes/change'
import type { ReviewTally } from '../ledgerCalls'
import type { ReviewContext } from './reviewContext'
import { isPending } from '../../../shared/changes/change'
import { maxTurnFiles } from '../../../shared/changes/turnChanges'
import { reviewFile } from './fileReview'
import { revertedTurns } from './revertedTurns'
import { reviewedTurns } from './reviewedTurns'

/** Keeps those of the latest turns, because each thread stores the list in its log. */
const maxReverted = 1_000

/** Summarizes decisions about all changes of a thread. Considers only files that its agent changed. */
export function tally({ folder, thread }: ReviewContext): ReviewTally {
  const { versions } = folder.tables
  const all = reviewedTurns(folder.tables.turns, { threadId: thread.threadId })
  const byTurn = new Map<string, RevertedFile[]>(all.turns.map(({ promptId }) => [promptId, []]))
  let pending = 0
  for (const path of versions.changedPaths(thread.threadId)) {
    const history = versions.ofPath(path)
    const review = reviewFile(thread, history, all)
    if (!review)
      continue
    pending += isPending(review.state) ? 1 : 0
    for (const [promptId, act] of revertedTurns(thread, review, history)) {
      const files = byTurn.get(promptId) ?? []
      byTurn.set(promptId, files)
      // A turn's summary also names only the first files.
      if (files.length < maxTurnFiles)
        files.push({ promptId, path: folder.toAbsolute(path) ?? path, act })
    }
  }
  return { pending, turns: [...byTurn.keys()], takenBack: [...byTurn.values()].flat().slice(-maxReverted) }
}
