import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useRoute } from '../../composables/useRoute'
import { computed, type Ref, shallowRef, watch } from 'vue'
import { useLastText } from '../../composables/useLastChoices'

/** Which thread the window shows: the address says it, and after a restart the thread that was open last. */
export function useOpenThread({ route, byId, isLoaded, failed }: {
  route: ReturnType<typeof useRoute>
  byId: Readonly<Ref<ReadonlyMap<string, ThreadSummary>>>
  isLoaded: Readonly<Ref<boolean>>
  /** Why the list of threads could not be read. */
  failed: Readonly<Ref<unknown>>
}) {
  const { threadId, settings, openThread } = route
  const thread = computed(() => threadId.value === undefined ? undefined : byId.value.get(threadId.value))
  /** A thread that was just started and may not be in the list yet. */
  const awaited = shallowRef<string>()

  // After a thread is deleted, or for an unknown address: back to where a new one can be started.
  watch([isLoaded, thread], () => {
    if (thread.value)
      awaited.value = undefined
    else if (isLoaded.value && !failed.value && threadId.value !== awaited.value)
      openThread(undefined)
  })
  useLastThread({
    openId: threadId,
    isElsewhere: () => settings.value !== undefined,
    isListed: id => isLoaded.value && byId.value.has(id),
    open: openThread,
  })

  function openStarted(id: string): void {
    awaited.value = id
    openThread(id)
  }

  return { threadId, thread, openThread, openStarted }
}

/** Opens the thread that was open last once the list is there, unless the window was opened for another one. */
function useLastThread({ openId, isElsewhere, isListed, open }: {
  openId: Readonly<Ref<string | undefined>>
  /** No thread is shown because something else is. */
  isElsewhere: () => boolean
  /** Whether the list of threads is there and holds this one. */
  isListed: (threadId: string) => boolean
  open: (threadId: string) => void
}): void {
  const last = useLastText('openThread')
  const stop = watch(() => last.value !== '' && isListed(last.value), (isThere) => {
    if (isThere && openId.value === undefined && !isElsewhere())
      open(last.value)
  }, { immediate: true })
  watch(openId, (id) => {
    stop() // from here on the person decides
    if (!isElsewhere())
      last.value = id ?? ''
  })
}
