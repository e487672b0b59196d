import type { RestoreStep, UndoableAct } from '../../../../shared/changes/change'
import { computed, shallowRef } from 'vue'
import { HostError, messageOf } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { useToasts } from '../../base/useToasts'
import { changesWords } from '../words'

/** What restoring the files as they were before a prompt would do, and doing it. Undoing it is offered in a toast. */
export function useRestore({ threadId, promptId, onDone }: { threadId: string, promptId: string, onDone: () => void }) {
  const { restore: words } = changesWords
  const { host } = useHost()
  const toasts = useToasts()
  const problems = useProblems()
  const steps = shallowRef<readonly RestoreStep[]>()
  const failed = shallowRef<string>()
  const isBusyFolder = shallowRef(false)
  const isRunning = shallowRef(false)
  const done = computed(() => steps.value?.filter(({ conflict }) => !conflict) ?? [])
  const left = computed(() => steps.value?.filter(({ conflict }) => conflict) ?? [])
  load().catch(report)

  async function load(): Promise<void> {
    try {
      steps.value = await host.previewRestore({ threadId, promptId })
      failed.value = undefined
    }
    catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown): void {
    isBusyFolder.value = isBusy(error)
    failed.value = isBusyFolder.value ? words.busy : `${words.failed}: ${messageOf(error)}`
  }

  async function restore(): Promise<void> {
    isRunning.value = true
    try {
      const files = done.value.map(({ path, current }) => ({ path, current }))
      const outcome = await host.restoreFiles({ threadId, promptId, files })
      const { undo: made } = outcome
      toasts.show({
        text: words.done(outcome.done),
        ...outcome.left[0] && { detail: `${changesWords.left(outcome.left.length)}: ${outcome.left[0].words}`, tone: 'ask' as const },
        ...made && { action: { name: changesWords.undo, run: () => undo(made) } },
      })
      onDone()
    }
    catch (error) {
      if (!isBusy(error))
        await load() // it may have changed since it was looked at
      fail(error)
    }
    finally {
      isRunning.value = false
    }
  }

  function undo({ operation, at }: UndoableAct): void {
    problems.start(changesWords.undoFailed, () => host.undoReview({ threadId, operation, at }))
  }

  async function stop(): Promise<void> {
    try {
      await host.cancelTurn({ threadId })
      isBusyFolder.value = false
      failed.value = undefined
    }
    catch (error) {
      fail(error)
    }
  }

  return { steps, done, left, failed, isBusyFolder, isRunning, restore, stop, load }
}

/** An agent works in the folder. */
function isBusy(error: unknown): boolean {
  return error instanceof HostError && error.code === 'busy'
}
