import type { PlannedChange, UndoableAct } from '../../../../shared/changes/change'
import { computed, shallowRef } from 'vue'
import { errorMessage, HostError } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { useToasts } from '../../base/useToasts'
import { getInitialChoice, selectFiles } from '../planned/plannedFiles'
import { changesWords } from '../words'

/**
 * Previews and restores files to their state before a prompt. A toast confirms it and offers Undo. Long because its
 * functions share the preview.
 */
export function useRestore({ threadId, promptId, onDone }: { threadId: string, promptId: string, onDone: () => void }) {
  const { restore: words } = changesWords
  const { host } = useHost()
  const toasts = useToasts()
  const problems = useProblems()
  const steps = shallowRef<readonly PlannedChange[]>()
  const failed = shallowRef<string>()
  const isBusyFolder = shallowRef(false)
  const isRunning = shallowRef(false)
  const chosen = shallowRef<ReadonlySet<string>>(new Set())
  const files = computed(() => selectFiles(steps.value ?? [], chosen.value))
  load().catch(report)

  async function load(): Promise<void> {
    try {
      const planned = await host.previewRestore({ threadId, promptId })
      chosen.value = getInitialChoice(planned)
      steps.value = planned
      failed.value = undefined
    }
    catch (error) {
      setFailure(error)
    }
  }

  function setFailure(error: unknown): void {
    isBusyFolder.value = isBusy(error)
    failed.value = isBusyFolder.value ? words.busy : `${words.failed}: ${errorMessage(error)}`
  }

  async function restore(): Promise<void> {
    isRunning.value = true
    try {
      const outcome = await host.restoreFiles({ threadId, promptId, files: files.value })
      const { undo: undoable } = outcome
      toasts.show({
        text: words.done(outcome.done),
        ...outcome.left[0] && { detail: `${changesWords.left(outcome.left.length)}: ${outcome.left[0].words}`, tone: 'ask' as const },
        ...undoable && { action: { name: changesWords.undo, run: () => undo(undoable) } },
      })
      onDone()
    }
    catch (error) {
      if (!isBusy(error))
        await load() // files may have changed since the preview
      setFailure(error)
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
      setFailure(error)
    }
  }

  return { steps, chosen, files, failed, isBusyFolder, isRunning, restore, stop, load }
}

/** Whether the error says that an agent is working in the folder. */
function isBusy(error: unknown): boolean {
  return error instanceof HostError && error.code === 'busy'
}
