import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { useEventListener } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { useHost } from '../../composables/host/useHost'
import { report } from '../../report'
import { hasFilesHere } from '../../text/threadPlace'

/**
 * The branch of a thread's folder, if it is in a repository. Reloaded after turns and when the window is focused, as
 * the agent or the person may switch it.
 */
export function useBranch(thread: () => Pick<ThreadSummary, 'folder' | 'isScratch' | 'elsewhere' | 'activity'>) {
  const { host } = useHost()
  const known = shallowRef<{ readonly folder: string, readonly branch: string | undefined }>()

  const refresh = (): void => void load().catch(report)
  watch(() => [thread().folder, thread().activity.state], refresh, { immediate: true })
  useEventListener(window, 'focus', refresh)

  async function load(): Promise<void> {
    const { folder, isScratch } = thread()
    if (isScratch || !hasFilesHere(thread()))
      return
    // Keeps the last branch if this fails. The thread itself shows that its folder no longer exists.
    const info = await host.lookAtFolder({ typed: folder }).catch(() => undefined)
    if (info && folder === thread().folder)
      known.value = { folder, branch: info.branch }
  }

  return computed(() => known.value?.folder === thread().folder ? known.value.branch : undefined)
}
