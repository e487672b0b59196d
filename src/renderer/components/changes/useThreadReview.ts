import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Transcript } from '../../../shared/thread/transcript'
import type { ReviewRange } from './reviewRange'
import { computed, nextTick, shallowRef, watch } from 'vue'
import { useOpenFiles } from '../../composables/files/openFiles'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { report } from '../../report'
import { provideReviewing } from './reviewing'
import { useChanges } from './useChanges'
import { changesWords as words } from './words'

const everything: ReviewRange = {}

/**
 * State of a thread's review and restore dialog. Closing the review restores the focus. Changes are loaded when a turn
 * runs or the review opens; until then, the counts come from the transcript and the thread's summary.
 */
export function useThreadReview(thread: () => ThreadSummary, transcript: () => Transcript | undefined) {
  const { threadId } = thread()
  const changes = useChanges(threadId, () => everything, () => transcript()?.head.turnOpen === true)
  const count = computed(() => changes.list.value?.count ?? countLoggedFiles(transcript()))
  const pending = computed(() => changes.list.value?.pending ?? thread().pendingChanges ?? 0)
  const opened = shallowRef<{ readonly range: ReviewRange, readonly path?: string }>()
  const restorePromptId = shallowRef<string>()
  let opener: Element | null = null

  provideReviewing({
    changes,
    count,
    pending,
    open,
    restore: promptId => restorePromptId.value = promptId,
  })

  useAction({ id: 'reviewChanges', name: words.openAll, keys: shortcuts.reviewChanges, run: () => open(everything) }, {
    when: () => count.value > 0 && opened.value === undefined,
  })

  // Opening a file closes the review.
  watch(useOpenFiles()(threadId).asked, (file) => {
    if (file && !file.isQuiet)
      opened.value = undefined
  }, { flush: 'sync' }) // before the file takes the focus

  function open(range: ReviewRange, path?: string): void {
    opener = document.activeElement
    opened.value = { range, ...path !== undefined && { path } }
  }

  function close(): void {
    opened.value = undefined
    nextTick(() => opener instanceof HTMLElement && opener.isConnected && opener.focus()).catch(report)
  }

  function closeRestore(): void {
    restorePromptId.value = undefined
  }

  return { changes, count, opened, restorePromptId, close, closeRestore }
}

/** Counts files changed in the transcript's loaded turns. */
function countLoggedFiles(transcript: Transcript | undefined): number {
  const turns = (transcript?.entries ?? []).flatMap(entry => entry.kind === 'turn-end' ? entry.changes ?? [] : [])
  return new Set(turns.flatMap(({ files }) => files.map(({ path }) => path))).size
}
