import type { ChangedBy, PlannedChange } from '../../../../shared/changes/change'
import type { LedgerOutcome } from '../../ledgerCalls'
import type { StoredTurn } from '../../store/turnTable'
import type { Version } from '../../store/versionTable'
import type { ReviewContext } from '../reviewContext'
import type { ReviewedThread } from '../reviewedThread'
import type { SkippedFile } from './skipReasons'
import { HostError } from '../../../../shared/errors'
import { absentKey, parseState } from '../../fileState'
import { LineCounter } from '../lineCounter'
import { addAuthorsOfMoves } from '../movedFiles'
import { groupByPath } from '../reviewedThread'
import { createTransfer } from '../transferState'
import { classifyChange } from './previewReject'
import { skipReasons } from './skipReasons'

interface RestoredFile {
  readonly path: string
  readonly current: string
  readonly target: string
  /** Authors whose changes are undone, including those of the path that it was moved from. */
  readonly by: readonly ChangedBy[]
  readonly conflict?: 'shared' | 'unkept'
}

/** Lists what restoring would do: each file as before that prompt, plus later changes by others. */
export function previewRestore(context: ReviewContext, promptId: string): PlannedChange[] {
  const { folder, thread } = context
  const counter = new LineCounter(thread.texts, context.counted)
  return listRestoredFiles(context, readTurn(context, promptId)).map(({ path, ...file }) =>
    classifyChange({ ...file, path: folder.toAbsolute(path) ?? path, baseline: file.target }, counter))
}

/** Restores these files. Skips files whose current or restored state differs from the preview. */
export function restoreFiles(
  context: ReviewContext,
  { promptId, files }: { promptId: string, files: readonly { path: string, current: string, baseline?: string | undefined }[] },
): LedgerOutcome {
  const { folder, thread, operations } = context
  const turn = readTurn(context, promptId)
  const known = new Map(listRestoredFiles(context, turn).map(file => [folder.toAbsolute(file.path) ?? file.path, file]))
  const left: SkippedFile[] = []
  const missing: string[] = []
  const steps = files.flatMap(({ path, current, baseline }) => {
    const file = known.get(path)
    const fault = !file || file.current !== current || (baseline !== undefined && file.target !== baseline)
      ? { why: 'stale' as const, words: skipReasons.stale }
      : describeConflict(file)
    if (fault) {
      left.push({ path, ...fault })
      missing.push(file?.target ?? absentKey, baseline ?? absentKey)
    }
    return fault || !file ? [] : [{ path: file.path, expected: file.current, target: file.target }]
  })
  if (steps.length === 0)
    return { done: 0, left }
  const plan = { threadId: thread.threadId, act: 'restore' as const, first: turn.first, since: turn.at, steps, missing }
  const outcome = operations.run(plan, thread.texts)
  return { ...outcome, left: [...left, ...outcome.left] }
}

function describeConflict({ conflict }: RestoredFile): Pick<SkippedFile, 'why' | 'words'> | undefined {
  switch (conflict) {
    case undefined: return undefined
    case 'shared': return { why: 'changedMeanwhile', words: skipReasons.shared }
    case 'unkept': return { why: 'unkept', words: skipReasons.unkept }
  }
}

function readTurn({ folder, thread }: ReviewContext, promptId: string): StoredTurn {
  const turn = folder.tables.turns.read(thread.threadId, promptId)
  if (!turn)
    throw new HostError('not_found', 'What the files were before this message is not recorded, or no longer.')
  return turn
}

function listRestoredFiles({ folder, thread }: ReviewContext, { first }: StoredTurn): RestoredFile[] {
  const { versions } = folder.tables
  const files = versions.changedPaths(thread.threadId, first).flatMap((path): RestoredFile[] => {
    const history = versions.ofPath(path, first)
    const origin = thread.origin(history)
    const current = history.at(-1)?.after
    const target = origin && current !== undefined ? withRejections(thread, history, origin.state) : undefined
    if (!origin || current === undefined || target === undefined || target === current)
      return []
    const isKept = thread.texts.isKept(parseState(target)) && thread.texts.isKept(parseState(current))
    const conflict = isKept ? origin.others !== origin.state ? 'shared' as const : undefined : 'unkept' as const
    const by = [...new Set(history.filter(version => thread.isAgents(version)).map(({ author }) => author))]
    return [{ path, current, target, by, ...conflict && { conflict } }]
  })
  const undone = files.map(({ target, conflict, ...file }) => ({ ...file, baseline: target, hasConflict: conflict !== undefined }))
  const authors = addAuthorsOfMoves(thread, undone, groupByPath(versions.between(first)))
  return files.map(file => ({ ...file, by: authors.get(file.path) ?? file.by }))
}

/**
 * Returns the restored file with rejections reapplied, even of earlier turns: a rejection is the person's own change.
 */
function withRejections(thread: ReviewedThread, history: readonly Version[], origin: string): string {
  const current = history.at(-1)!.after
  const unrejected = thread.unrejected(history)
  if (unrejected === undefined || unrejected === current)
    return origin
  // A file that was rejected entirely stays deleted.
  return parseState(current).kind === 'absent'
    ? current
    : createTransfer(thread.texts)({ before: unrejected, after: current, onto: origin }).state
}
