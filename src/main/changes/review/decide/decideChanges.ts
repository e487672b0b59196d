import type { LedgerOutcome } from '../../ledgerCalls'
import type { Plan } from '../apply/operations'
import type { FileReview } from '../fileReview'
import type { ReviewContext } from '../reviewContext'
import { createTemporaryName } from '../../../workspace/files/unfinishedWrites'
import { type FileState, parseState, toStateKey } from '../../fileState'
import { applyKeep, applyReject, type Decision } from './decision'
import { type SkippedFile, skipReasons } from './skipReasons'

/** A decision about one file, with its review. */
export interface DecidedFile extends Decision {
  /** Absolute. */
  readonly path: string
  readonly review: FileReview | undefined
  /** The file's review in all of the thread's turns. */
  readonly whole: FileReview | undefined
}

/** Keeps or rejects pending changes. Keeping changes no file. */
export function decideChanges(
  context: ReviewContext,
  act: 'keep' | 'reject',
  files: readonly DecidedFile[],
): LedgerOutcome {
  const left: SkippedFile[] = []
  const missing: string[] = []
  const decided: DecidedState[] = []
  for (const { path, review, whole, ...decision } of files) {
    const result = review === undefined || whole === undefined
      ? { why: 'stale' as const, words: skipReasons.stale }
      : act === 'keep' ? applyKeep(context.thread, { review, whole, decision }) : applyReject(context.thread, review, decision)
    if ('state' in result && review && whole) {
      decided.push({ review, whole, ...result })
    }
    else if ('why' in result) {
      left.push({ path, ...result })
      missing.push(decision.baseline)
    }
  }
  if (decided.length === 0)
    return { done: 0, left }
  if (act === 'keep' && decided.every(({ review, file }) => file === undefined || toStateKey(file) === review.current))
    return { done: keep(context, decided), left }
  const outcome = write(context, { act, decided, missing })
  return { ...outcome, left: [...left, ...outcome.left] }
}

interface DecidedState {
  readonly review: FileReview
  readonly whole: FileReview
  readonly state: FileState
  readonly file?: FileState
}

function write(context: ReviewContext, { act, decided, missing }: {
  act: 'keep' | 'reject'
  decided: readonly DecidedState[]
  missing: readonly string[]
}): LedgerOutcome {
  const { operations, thread: { threadId, texts } } = context
  const since = findFirstTurnStart(context, decided.map(({ review }) => review))
  const plan = (target: (decided: DecidedState) => string): Plan['steps'] =>
    decided.map(one => ({ path: one.review.path, expected: one.review.current, target: target(one) }))
  if (act === 'reject')
    return operations.run({ threadId, act, since, steps: plan(({ state }) => toStateKey(state)), missing }, texts)
  const kept = new Map(
    decided.map(({ whole, state }) => [whole.path, { before: whole.baseline, state: toStateKey(state) }]),
  )
  const steps = plan(({ review, file }) => file ? toStateKey(file) : review.current)
  return operations.run({ threadId, act: 'choose', since, steps, kept }, texts)
}

function keep(
  { folder, tables, thread }: ReviewContext,
  decided: readonly { whole: FileReview, state: FileState }[],
): number {
  const { threadId, texts } = thread
  folder.transaction(() => {
    const [at, seq] = [Date.now(), folder.tables.versions.last()]
    const steps = decided.map(({ whole, state }) => ({
      path: whole.path,
      expected: whole.baseline,
      target: toStateKey(state),
      temporary: createTemporaryName(),
      outcome: 'done' as const,
    }))
    const operation = tables.operations.add({ threadId, act: 'keep', since: at, isDone: true, at }, steps)
    for (const { whole, state } of decided) {
      texts.keep(parseState(whole.baseline), state)
      tables.baselines.add({
        threadId,
        path: whole.path,
        seq,
        before: whole.baseline,
        state: toStateKey(state),
        operation,
      })
    }
  })
  return decided.length
}

/** Start of the first turn in which the agent changed one of these files. */
function findFirstTurnStart({ folder, thread }: ReviewContext, reviews: readonly FileReview[]): number {
  const seqs = reviews.map(({ agent }) => agent?.first ?? Number.MAX_SAFE_INTEGER)
  const first = Math.min(...seqs)
  return folder.tables.turns.of(thread.threadId).findLast(turn => turn.first < first)?.at ?? Date.now()
}
