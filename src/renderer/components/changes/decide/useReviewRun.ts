import type { ReviewOutcome, ReviewProgress } from '../../../../shared/changes/change'
import { shallowRef } from 'vue'
import { messageOf } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { report } from '../../../report'

/** How often it is asked how far a decision about many files has come. */
const lookAfterMs = 300

/** Runs one act of a review at a time, and tells how far it has come and what it could not do. `load`: lists the changes anew. */
export function useReviewRun({ threadId, load }: { threadId: string, load: () => Promise<unknown> }) {
  const { host } = useHost()
  const isBusy = shallowRef(false)
  const problem = shallowRef<string>()
  const left = shallowRef<ReviewOutcome['left']>([])
  /** How far a decision about many files has come. */
  const progress = shallowRef<ReviewProgress>()
  let running: Promise<unknown> = Promise.resolve()

  /** `what`: as it is called where it fails. `undefined`: it failed, or another act is under way. */
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
      problem.value = `${what}: ${messageOf(error)}`
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
