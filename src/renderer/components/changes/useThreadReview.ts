import type { ReviewRange } from './reviewRange'
import { nextTick, shallowRef } from 'vue'
import { report } from '../../report'
import { provideReviewing } from './reviewing'
import { useChanges } from './useChanges'

const everything: ReviewRange = {}

/** Whether a thread's review is open, and at which turns; whether its files are to be restored. What opened it has the focus after it. */
export function useThreadReview(threadId: string) {
  const changes = useChanges(threadId, () => everything)
  const opened = shallowRef<{ readonly range: ReviewRange, readonly path?: string }>()
  const restored = shallowRef<string>()
  let opener: Element | null = null

  provideReviewing({
    changes,
    open(range, path) {
      opener = document.activeElement
      opened.value = { range, ...path !== undefined && { path } }
    },
    restore: promptId => restored.value = promptId,
  })

  function close(): void {
    opened.value = undefined
    nextTick(() => opener instanceof HTMLElement && opener.isConnected && opener.focus()).catch(report)
  }

  function endRestore(): void {
    restored.value = undefined
  }

  return { changes, opened, restored, close, endRestore }
}
