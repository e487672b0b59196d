import type { ChangeTexts } from '../../../../shared/changes/change'
import type { ReviewRange } from '../reviewRange'
import { onScopeDispose, shallowRef, watch } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { report } from '../../../report'

/** Reads a file's texts before and after, and again when `version` changes. Keeps the old texts until new ones arrive. */
export function useChangeTexts({ threadId, range, path, version }: {
  threadId: string
  range: () => ReviewRange
  path: () => string
  version: () => number
}) {
  const { host } = useHost()
  const texts = shallowRef<ChangeTexts>()
  const failed = shallowRef<string>()
  let isDisposed = false
  let isRunning = false
  let needsRead = false
  onScopeDispose(() => isDisposed = true)
  watch([path, version], ([path], [before]) => {
    if (path !== before)
      texts.value = undefined
    read().catch(report)
  }, { immediate: true })

  async function read(): Promise<void> {
    needsRead = true
    if (isRunning)
      return
    isRunning = true
    while (needsRead && !isDisposed) {
      needsRead = false
      const requestedPath = path()
      try {
        const answer = await host.readChange({ threadId, ...range(), path: requestedPath })
        if (requestedPath === path())
          update(answer)
      }
      catch (error) {
        failed.value = errorMessage(error)
      }
    }
    isRunning = false
  }

  /** Keeps the old object for equal texts, to avoid a redraw. */
  function update(answer: ChangeTexts): void {
    failed.value = undefined
    const { baseline, current, past } = texts.value ?? {}
    if (baseline !== answer.baseline || current !== answer.current || past !== answer.past)
      texts.value = answer
  }

  return { texts, failed, read }
}
