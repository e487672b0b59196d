import type { ChangeTexts } from '../../../../shared/changes/change'
import type { ReviewRange } from '../reviewRange'
import { onScopeDispose, shallowRef, watch } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { report } from '../../../report'

/**
 * Reads a file before and after while it is shown, and again with each `version`. Keeps the old texts until the answer
 * arrives.
 */
export function useChangeTexts({ threadId, range, path, version }: {
  threadId: string
  range: () => ReviewRange
  path: () => string
  version: () => number
}) {
  const { host } = useHost()
  const texts = shallowRef<ChangeTexts>()
  const failed = shallowRef<string>()
  let isGone = false
  let isRunning = false
  let isWanted = false
  onScopeDispose(() => isGone = true)
  watch([path, version], ([now], [before]) => {
    if (now !== before)
      texts.value = undefined
    read().catch(report)
  }, { immediate: true })

  async function read(): Promise<void> {
    isWanted = true
    if (isRunning)
      return
    isRunning = true
    while (isWanted && !isGone) {
      isWanted = false
      const asked = path()
      try {
        const answer = await host.readChange({ threadId, ...range(), path: asked })
        if (asked === path())
          show(answer)
      }
      catch (error) {
        failed.value = errorMessage(error)
      }
    }
    isRunning = false
  }

  /** Equal texts are not redrawn. */
  function show(answer: ChangeTexts): void {
    failed.value = undefined
    const { baseline, current, past } = texts.value ?? {}
    if (baseline !== answer.baseline || current !== answer.current || past !== answer.past)
      texts.value = answer
  }

  return { texts, failed, read }
}
