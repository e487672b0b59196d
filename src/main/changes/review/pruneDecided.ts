import type { LedgerTables } from '../store/ledgerTables'
import type { LedgerSql } from '../store/retention'
import type { Version } from '../store/versionTable'
import {
  dropBaselinesWithoutChange,
  dropOldOperations,
  dropVersions,
  listFilesChangedUntil,
  pruneHorizon,
} from '../store/retention'
import { groupByPath, ReviewedThread } from './reviewedThread'
import { openReviewTables, type ReviewTables } from './reviewTables'

/**
 * Deletes versions, kept baselines and finished decisions that no remaining turn needs, inside a transaction. Undecided
 * changes stay reviewable, no matter how old.
 */
export function pruneDecided(
  sql: LedgerSql,
  { versions, contents }: Pick<LedgerTables, 'versions' | 'contents'>,
): void {
  const horizon = pruneHorizon(sql)
  const tables = openReviewTables({ sql })
  const threads = new Map<string, ReviewedThread>()
  const threadOf = (threadId: string): ReviewedThread => {
    const thread = threads.get(threadId) ?? new ReviewedThread(contents, tables, threadId)
    threads.set(threadId, thread)
    return thread
  }
  dropVersions(sql, horizon)
  for (const [path, agents] of groupByPath(listFilesChangedUntil(sql, horizon))) {
    const history = versions.ofPath(path)
    const ofPath = agents.map(({ thread }) => threadOf(thread))
    const mark = neededAfter(ofPath, history, horizon)
    if (mark === 0)
      continue
    ofPath.forEach(thread => dropKept(thread, tables, history, mark))
    dropVersions(sql, mark, path)
  }
  dropBaselinesWithoutChange(sql, horizon)
  dropOldOperations(sql)
}

/** The greatest number up to the mark before which none of these threads needs anything. */
function neededAfter(threads: readonly ReviewedThread[], history: readonly Version[], mark: number): number {
  const next = Math.min(mark, ...threads.map(thread => thread.neededAfter(history, mark).seq))
  return next === mark || next === 0 ? next : neededAfter(threads, history, next)
}

/** Only the last kept baseline before the remaining versions is needed. */
function dropKept(thread: ReviewedThread, { baselines }: ReviewTables, history: readonly Version[], mark: number): void {
  const path = history[0]!.path
  const { isSettled } = thread.neededAfter(history, mark)
  const begin = isSettled ? undefined : thread.keptBaselines(path).findLast(({ seq }) => seq <= mark)
  baselines.dropUntil({ threadId: thread.threadId, path, seq: mark, but: begin?.operation })
}
