import type { UndoableAct } from '../../../../shared/changes/change'
import type { LedgerOutcome } from '../../ledgerCalls'
import type { Operation } from '../../store/operationTable'
import type { ReviewContext } from '../reviewContext'
import type { ReviewTables } from '../reviewTables'
import type { SkippedFile } from './skipReasons'
import { parseState } from '../../fileState'
import { createTransfer } from '../transferState'
import { skipReasons } from './skipReasons'

/** Returns the thread's last keep, reject or restore, which is the next to undo. */
export function findLastAct({ operations }: ReviewTables, threadId: string): UndoableAct | undefined {
  const last = operations.last(threadId)
  return last && last.act !== 'undo' ? { act: last.act, operation: last.id, at: last.at } : undefined
}

/** Undoes the thread's last keep, reject or restore. Returns `undefined` if `operation` is not the last. */
export function undoLast(context: ReviewContext, operation: number): LedgerOutcome | undefined {
  const { tables, thread } = context
  const last = tables.operations.last(thread.threadId)
  if (last?.id !== operation)
    return undefined
  return undoOperation(context, last)
}

/** Undoes any operation, regardless of its age. */
export function undoOperation(context: ReviewContext, operation: Operation): LedgerOutcome {
  return operation.act === 'keep' ? undoKeep(context, operation) : undoWrites(context, operation)
}

function undoKeep({ folder, tables }: ReviewContext, { id }: Operation): LedgerOutcome {
  const done = tables.operations.steps(id).length
  folder.transaction(() => {
    tables.baselines.removeOperation(id)
    tables.operations.markUndone(id)
  })
  return { done, left: [] }
}

/** Keeps later changes elsewhere in the files. Skipped files remain decided and can be undone later. */
function undoWrites(
  { folder, tables, thread, operations }: ReviewContext,
  { id, since, threadId }: Operation,
): LedgerOutcome {
  const left: SkippedFile[] = []
  const missing: string[] = []
  const transfer = createTransfer(thread.texts)
  const steps = tables.operations.steps(id).filter(({ outcome }) => outcome === 'done').flatMap(({ path, expected, target }) => {
    const current = folder.tables.versions.ofPath(path).at(-1)?.after ?? target
    const { state, isWhole } = transfer({ before: target, after: expected, onto: current })
    const isKept = thread.texts.isKept(parseState(state)) && thread.texts.isKept(parseState(current))
    if (isWhole && isKept)
      return [{ path, expected: current, target: state }]
    missing.push(expected)
    const why = isWhole ? 'unkept' : 'changedMeanwhile'
    left.push({ path: folder.toAbsolute(path) ?? path, why, words: isWhole ? skipReasons.lost : skipReasons.changedSince })
    return []
  })
  if (steps.length === 0)
    return { done: 0, left }
  const outcome = operations.run({ threadId, act: 'undo', undoes: id, since, steps, missing }, thread.texts)
  return { ...outcome, left: [...left, ...outcome.left] }
}
