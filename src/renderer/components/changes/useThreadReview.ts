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
 * Whether a thread's review is open, and at which turns, and whether its files are to be restored. Closing the review
 * gives the focus back to what opened it. How much changed is loaded once a turn runs or someone looks; until then it
 * is taken from the log and the list.
 */
export function useThreadReview(thread: () => ThreadSummary, transcript: () => Transcript | undefined) {
  const { threadId } = thread()
  const changes = useChanges(threadId, () => everything, () => transcript()?.head.turnOpen === true)
  const count = computed(() => changes.list.value?.count ?? loggedCount(transcript()))
  const pending = computed(() => changes.list.value?.pending ?? thread().pendingChanges ?? 0)
  const opened = shallowRef<{ readonly range: ReviewRange, readonly path?: string }>()
  const restored = shallowRef<string>()
  let opener: Element | null = null

  provideReviewing({
    changes,
    count,
    pending,
    open,
    restore: promptId => restored.value = promptId,
  })

  useAction({ id: 'reviewChanges', name: words.openAll, keys: shortcuts.reviewChanges, run: () => open(everything) }, {
    when: () => count.value > 0 && opened.value === undefined,
  })

  // A file that is opened in the review stands where the review does.
  watch(useOpenFiles()(threadId).asked, (file) => {
    if (file && !file.isQuiet)
      opened.value = undefined
  }, { flush: 'sync' }) // before the file takes the keyboard

  function open(range: ReviewRange, path?: string): void {
    opener = document.activeElement
    opened.value = { range, ...path !== undefined && { path } }
  }

  function close(): void {
    opened.value = undefined
    nextTick(() => opener instanceof HTMLElement && opener.isConnected && opener.focus()).catch(report)
  }

  function endRestore(): void {
    restored.value = undefined
  }

  return { changes, count, opened, restored, close, endRestore }
}

/** How many files changed in the turns that are loaded. */
function loggedCount(transcript: Transcript | undefined): number {
  const turns = (transcript?.entries ?? []).flatMap(entry => entry.kind === 'turn-end' ? entry.changes ?? [] : [])
  return new Set(turns.flatMap(({ files }) => files.map(({ path }) => path))).size
}
