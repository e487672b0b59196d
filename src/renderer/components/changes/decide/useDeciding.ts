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

/** The part of a file that is decided: hunks, or all of it. */
type Decided = Params<'decideChanges'>['files'][number]
/** Decisions about changes. */
export type Decision = 'keep' | 'reject'

/** Keeps, rejects and undoes. Nothing looks decided before the host has answered. */
export type Deciding = ReturnType<typeof useDeciding>

/** Reloads `changes` after every answer and adds rejections for the agent to `rejected`. */
export function useDeciding({ threadId, range, changes, rejected }: {
  threadId: string
  range: () => ReviewRange
  changes: Pick<Changes, 'list' | 'load'>
  rejected: Rejected
}) {
  const { host } = useHost()
  const toasts = useToasts()
  const { isBusy, problem, left, progress, run, finished, dismiss } = useReviewRun({ threadId, load: () => changes.load() })

  /** `told`: rejected hunks of each file in words for the agent. Returns whether everything was done. */
  async function decide(act: Decision, files: readonly Decided[], told: ReadonlyMap<string, string> = new Map()): Promise<boolean> {
    const outcome = await run(words.decideFailed[act], () => host.decideChanges({ threadId, ...range(), act, files: [...files] }))
    if (!outcome || outcome.done === 0)
      return false
    const isLeft = new Set(outcome.left.map(({ path }) => path))
    if (act === 'reject')
      rejected.add(files.filter(({ path }) => !isLeft.has(path)).map(({ path }) => ({ path, what: told.get(path) ?? '' })))
    return outcome.left.length === 0
  }

  /** Decides these files at once, as listed. */
  async function decideAll(act: Decision, files: readonly Decided[]): Promise<void> {
    if (files.length > 0 && await decide(act, files))
      tellDone(act, files.length)
  }

  /** Keeps everything pending when the list was made, listed or not; with `by`, one author's changes. */
  async function keepAll(by?: ChangedBy): Promise<void> {
    const marks = [...changes.list.value?.marks ?? []]
    const all = { threadId, ...range(), act: 'keep' as const, marks, ...by && { by } }
    const outcome = await run(words.decideFailed.keep, () => host.decideAllChanges(all))
    if (outcome && outcome.done > 0 && outcome.left.length === 0)
      tellDone('keep', outcome.done)
  }

  function tellDone(act: Decision, count: number): void {
    const { undo: done } = changes.list.value ?? {}
    toasts.show({ text: words.done[act](count), tone: 'ok', ...done && { action: { name: words.undo, run: () => startUndo(done) } } })
  }

  function stop(): void {
    host.stopDeciding({ threadId }).catch(report)
  }

  /** Undoes a decision about a file. `told`: for a hunk, its words for the agent. */
  async function undoDecision(decision: Omit<Params<'undoDecision'>, 'threadId'>, told = ''): Promise<void> {
    const outcome = await run(words.undoFailed, () => host.undoDecision({ threadId, ...range(), ...decision }))
    if (outcome && outcome.done > 0 && decision.state === 'rejected')
      rejected.remove({ path: decision.path, what: told })
  }

  function startUndo(done?: UndoableAct): void {
    undo(done).catch(report)
  }

  /** Undoes that decision if it is the last, otherwise the last one, even if it is still running. */
  async function undo(done?: UndoableAct): Promise<void> {
    await finished() // it is listed by then
    const undone = done ?? changes.list.value?.undo
    if (!undone)
      return
    const { act, operation, at } = undone
    const outcome = await run(words.undoFailed, () => host.undoReview({ threadId, operation, at }))
    if (outcome && outcome.done > 0 && act === 'reject')
      rejected.takeBack()
  }

  return { isBusy, problem, left, progress, decide, decideAll, keepAll, stop, undo: () => startUndo(), undoDecision, dismiss }
}

/** Polling interval of a running decision's progress. */
const lookAfterMs = 300

/** Runs one act at a time and exposes its progress and skipped files. `load`: reloads the list. */
function useReviewRun({ threadId, load }: { threadId: string, load: () => Promise<unknown> }) {
  const { host } = useHost()
  const isBusy = shallowRef(false)
  const problem = shallowRef<string>()
  const left = shallowRef<ReviewOutcome['left']>([])
  /** Progress of the running decision. */
  const progress = shallowRef<ReviewProgress>()
  let running: Promise<unknown> = Promise.resolve()

  /** `what`: name in the error message. Returns `undefined` if it failed or another act is running. */
  async function run(what: string, act: () => Promise<ReviewOutcome>): Promise<ReviewOutcome | undefined> {
    if (isBusy.value)
      return undefined
    const outcome = runAlone(what, act)
    running = outcome
    return outcome
  }

  async function runAlone(what: string, act: () => Promise<ReviewOutcome>): Promise<ReviewOutcome | undefined> {
    isBusy.value = true
    dismiss()
    const timer = setInterval(() => look().catch(report), lookAfterMs)
    try {
      const outcome = await act()
      left.value = outcome.left
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

  async function look(): Promise<void> {
    const answer = await host.readReviewProgress({ threadId })
    if (isBusy.value)
      progress.value = answer
  }

  function dismiss(): void {
    problem.value = undefined
    left.value = []
  }

  return { isBusy, problem, left, progress, run, dismiss, finished: () => running }
}
