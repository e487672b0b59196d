import type { ChangedBy, ReviewOutcome, ReviewProgress, UndoableAct } from '../../../../shared/changes/change'
import type { Params } from '../../../../shared/contract/contract'
import type { ReviewRange } from '../reviewRange'
import type { Changes } from '../useChanges'
import type { Rejected } from './useRejected'
import { shallowRef } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { report } from '../../../report'
import { useToasts } from '../../base/useToasts'
import { changesWords as words } from '../words'

/** A file to decide, or hunks of it. */
type Decided = Params<'decideChanges'>['files'][number]
/** A decision about changes. */
export type Decision = 'keep' | 'reject'

/** Decides changes and undoes decisions. Nothing appears decided before the host has responded. */
export type Deciding = ReturnType<typeof useDeciding>

/**
 * Reloads `changes` after each decision and adds rejections to `rejected`. Long because deciding and undoing share one
 * running decision.
 */
export function useDeciding({ threadId, range, changes, rejected }: {
  threadId: string
  range: () => ReviewRange
  changes: Pick<Changes, 'list' | 'load'>
  rejected: Rejected
}) {
  const { host } = useHost()
  const toasts = useToasts()
  const { isBusy, problem, skipped, progress, run, waitUntilIdle, dismiss } = useReviewRun({ threadId, load: () => changes.load() })

  /**
   * Decides files. `descriptions` has the rejected hunks by path, for the agent. Returns whether no file was skipped.
   */
  async function decide(act: Decision, files: readonly Decided[], descriptions: ReadonlyMap<string, string> = new Map()): Promise<boolean> {
    const outcome = await run(words.decideFailed[act], () => host.decideChanges({ threadId, ...range(), act, files: [...files] }))
    if (!outcome || outcome.done === 0)
      return false
    const skippedPaths = new Set(outcome.left.map(({ path }) => path))
    if (act === 'reject')
      rejected.add(files.filter(({ path }) => !skippedPaths.has(path)).map(({ path }) => ({ path, what: descriptions.get(path) ?? '' })))
    return outcome.left.length === 0
  }

  /** Decides several files as listed, and confirms that with a toast. */
  async function decideAll(act: Decision, files: readonly Decided[]): Promise<void> {
    if (files.length > 0 && await decide(act, files))
      showDone(act, files.length)
  }

  /**
   * Keeps everything that was pending when the list was loaded, even if not listed; with `by`, only one author's
   * changes.
   */
  async function keepAll(by?: ChangedBy): Promise<void> {
    const marks = [...changes.list.value?.marks ?? []]
    const all = { threadId, ...range(), act: 'keep' as const, marks, ...by && { by } }
    const outcome = await run(words.decideFailed.keep, () => host.decideAllChanges(all))
    if (outcome && outcome.done > 0 && outcome.left.length === 0)
      showDone('keep', outcome.done)
  }

  function showDone(act: Decision, count: number): void {
    const { undo: lastAct } = changes.list.value ?? {}
    toasts.show({ text: words.done[act](count), tone: 'ok', ...lastAct && { action: { name: words.undo, run: () => startUndo(lastAct) } } })
  }

  function stop(): void {
    host.stopDeciding({ threadId }).catch(report)
  }

  /** Undoes a decision about a file or hunk. `description` is the hunk's, as reported to the agent. */
  async function undoDecision(decision: Omit<Params<'undoDecision'>, 'threadId'>, description = ''): Promise<void> {
    const outcome = await run(words.undoFailed, () => host.undoDecision({ threadId, ...range(), ...decision }))
    if (outcome && outcome.done > 0 && decision.state === 'rejected')
      rejected.remove({ path: decision.path, what: description })
  }

  function startUndo(lastAct?: UndoableAct): void {
    undo(lastAct).catch(report)
  }

  /** Undoes the given decision, or the last one. Waits for a running decision first. */
  async function undo(lastAct?: UndoableAct): Promise<void> {
    await waitUntilIdle() // the list then has the decision
    const target = lastAct ?? changes.list.value?.undo
    if (!target)
      return
    const { act, operation, at } = target
    const outcome = await run(words.undoFailed, () => host.undoReview({ threadId, operation, at }))
    if (outcome && outcome.done > 0 && act === 'reject')
      rejected.removeLast()
  }

  return { isBusy, problem, skipped, progress, decide, decideAll, keepAll, stop, undo: () => startUndo(), undoDecision, dismiss }
}

/** Interval for polling a running decision's progress. */
const progressPollMs = 300

/** Runs one act at a time, with its progress, problem and skipped files. `load` reloads the list. */
function useReviewRun({ threadId, load }: { threadId: string, load: () => Promise<unknown> }) {
  const { host } = useHost()
  const isBusy = shallowRef(false)
  const problem = shallowRef<string>()
  const skipped = shallowRef<ReviewOutcome['left']>([])
  /** Progress of the running decision. */
  const progress = shallowRef<ReviewProgress>()
  let running: Promise<unknown> = Promise.resolve()

  /** Runs an act. `what` starts the error message. Returns `undefined` if the act failed or another one is running. */
  async function run(what: string, act: () => Promise<ReviewOutcome>): Promise<ReviewOutcome | undefined> {
    if (isBusy.value)
      return undefined
    const outcome = runExclusively(what, act)
    running = outcome
    return outcome
  }

  async function runExclusively(what: string, act: () => Promise<ReviewOutcome>): Promise<ReviewOutcome | undefined> {
    isBusy.value = true
    dismiss()
    const timer = setInterval(() => pollProgress().catch(report), progressPollMs)
    try {
      const outcome = await act()
      skipped.value = outcome.left
      return outcome
    }
    catch (error) {
      problem.value = `${what}: ${errorMessage(error)}`
      return undefined
    }
    finally {
      clearInterval(timer)
      isBusy.value = false
      progress.value = undefined
      await load()
    }
  }

  async function pollProgress(): Promise<void> {
    const answer = await host.readReviewProgress({ threadId })
    if (isBusy.value)
      progress.value = answer
  }

  function dismiss(): void {
    problem.value = undefined
    skipped.value = []
  }

  return { isBusy, problem, skipped, progress, run, dismiss, waitUntilIdle: () => running }
}
