import type { ChangeKeys } from '../../../../shared/changes/change'
import type { LedgerOutcome } from '../../ledgerCalls'
import type { Operation } from '../../store/operationTable'
import type { FileReview } from '../fileReview'
import type { ReviewContext } from '../reviewContext'
import { applySelectedHunks, computeHunks, removeHunks } from '../../../../shared/changes/hunks'
import { parseState, toStateKey } from '../../fileState'
import { createTransfer } from '../transferState'
import { type SkippedFile, skipReasons } from './skipReasons'
import { undoOperation } from './undo'
import { computeUndoableStates } from './undoableStates'

/** An undo of the decision about a hunk or a whole file, with the states that the person saw. */
interface UndoneDecision extends ChangeKeys {
  /** Absolute. */
  readonly path: string
  readonly state: 'kept' | 'rejected'
  readonly key: string
  readonly hunk?: number | undefined
  readonly review: FileReview | undefined
  /** The file's review in all of the thread's turns. */
  readonly whole: FileReview | undefined
}

interface Found {
  readonly review: FileReview
  readonly whole: FileReview
  /** The baseline or file without the decision. */
  readonly target: string
}

/** Undoes what was kept or rejected in one file. */
export function undoDecision(context: ReviewContext, undone: UndoneDecision): LedgerOutcome {
  const found = findTarget(context, undone)
  if (!found)
    return skip(undone.path, 'stale', skipReasons.stale)
  return undone.state === 'kept' ? unkeep(context, undone.path, found) : unreject(context, found)
}

function findTarget(context: ReviewContext, { state, key, hunk, review, whole, ...seen }: UndoneDecision): Found | undefined {
  if (!review || !whole || review.baseline !== seen.baseline || review.current !== seen.current)
    return undefined
  if (computeUndoableStates(context, review)[state] !== key)
    return undefined
  if (hunk === undefined)
    return { review, whole, target: key }
  const { texts } = context.thread
  const [there, other] = [parseState(state === 'kept' ? review.baseline : review.current), parseState(key)]
  const [text, otherText] = texts.decode(there, other) ?? []
  if (text === undefined || otherText === undefined)
    return undefined
  const count = state === 'kept' ? computeHunks(otherText, text).length : computeHunks(text, otherText).length
  if (hunk >= count)
    return undefined
  if (count === 1)
    return { review, whole, target: key }
  if (there.kind !== 'file')
    return undefined
  const made = state === 'kept' ? removeHunks(otherText, text, [hunk]) : applySelectedHunks(text, otherText, [hunk])
  return { review, whole, target: toStateKey(texts.make(made, { parts: [there, other], mode: there.mode })) }
}

/** If the operation did nothing else, it counts as undone and is no longer offered. */
function unreject(context: ReviewContext, { review: { path, current }, target }: Found): LedgerOutcome {
  const { tables, thread, operations } = context
  const transfer = createTransfer(thread.texts)
  const rejections = thread.rejectionsFor(path)
  const only = rejections.find(({ operation, ...step }) => tables.operations.steps(operation.id).length === 1
    && transfer({ before: step.target, after: step.expected, onto: current }).state === target)
  if (only)
    return undoOperation(context, only.operation)
  const since = rejections.at(-1)?.operation.since ?? Date.now()
  const steps = [{ path, expected: current, target }]
  const outcome = operations.run({ threadId: thread.threadId, act: 'undo', since, steps }, thread.texts)
  for (const { operation } of rejections)
    endWithoutEffect(context, operation)
  return outcome
}

/** An operation undone piece by piece is no longer offered. */
function endWithoutEffect({ folder, tables, thread }: ReviewContext, { id }: Operation): void {
  const transfer = createTransfer(thread.texts)
  const hasEffect = tables.operations.steps(id).filter(({ outcome }) => outcome === 'done').some(({ path, expected, target }) => {
    const current = folder.tables.versions.ofPath(path).at(-1)?.after ?? target
    return transfer({ before: target, after: expected, onto: current }).state !== current
  })
  if (!hasEffect)
    tables.operations.markUndone(id)
}

function unkeep(context: ReviewContext, absolute: string, { review, whole, target }: Found): LedgerOutcome {
  const { folder, tables, thread } = context
  const { path } = review
  const { state, isWhole } = createTransfer(thread.texts)({ before: review.baseline, after: target, onto: whole.baseline })
  if (!isWhole)
    return skip(absolute, 'failed', skipReasons.notWhole)
  const versions = folder.tables.versions.ofPath(path)
  const kept = new Set(thread.keptBaselines(path).map(({ operation }) => operation).reverse())
  const isAll = state === whole.origin && kept.size > 1
  const isOnly = (id: number): boolean =>
    tables.operations.steps(id).length === 1 && thread.baseline(versions, true, id)?.state === state
  const only = isAll ? undefined : [...kept].find(isOnly)
  const operation = only === undefined ? undefined : tables.operations.of(thread.threadId).find(({ id }) => id === only)
  if (operation)
    return undoOperation(context, operation)
  folder.transaction(() => {
    if (state === whole.origin)
      return tables.operations.markUndone(...tables.baselines.removePath(thread.threadId, path))
    thread.texts.keep(parseState(whole.baseline), parseState(state))
    const [at, seq] = [Date.now(), folder.tables.versions.last()]
    const id = tables.operations.add({ threadId: thread.threadId, act: 'undo', since: at, isDone: true, at }, [])
    tables.baselines.add({ threadId: thread.threadId, path, seq, before: whole.baseline, state, operation: id })
  })
  return { done: 1, left: [] }
}

function skip(path: string, why: SkippedFile['why'], words: string): LedgerOutcome {
  return { done: 0, left: [{ path, why, words }] }
}
