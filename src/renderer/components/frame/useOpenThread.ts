import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useRoute } from '../../composables/useRoute'
import { computed, type Ref, shallowRef, watch } from 'vue'
import { useLastText } from '../../composables/useLastChoices'

/** The window's open thread: the one in the address or, after a restart, the last one. */
export function useOpenThread({ route, byId, isLoaded, failed }: {
  route: ReturnType<typeof useRoute>
  byId: Readonly<Ref<ReadonlyMap<string, ThreadSummary>>>
  isLoaded: Readonly<Ref<boolean>>
  /** Why the thread list could not be loaded. */
  failed: Readonly<Ref<unknown>>
}) {
  const { threadId, settings, openThread } = route
  const thread = computed(() => threadId.value === undefined ? undefined : byId.value.get(threadId.value))
  /** A thread that was just started and may not be listed yet. */
  const awaited = shallowRef<string>()

  // Returns to Home if the thread is deleted or unknown.
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

/** Opens the last open thread once the list is loaded, unless the window was opened for another one. */
function useLastThread({ openId, isElsewhere, isListed, open }: {
  openId: Readonly<Ref<string | undefined>>
  /** Whether something other than a thread is shown. */
  isElsewhere: () => boolean
  /** Whether the list of threads is loaded and contains this one. */
  isListed: (threadId: string) => boolean
  open: (threadId: string) => void
}): void {
  const last = useLastText('openThread')
  const stop = watch(() => last.value !== '' && isListed(last.value), (isThere) => {
    if (isThere && openId.value === undefined && !isElsewhere())
      open(last.value)
  }, { immediate: true })
  watch(openId, (id) => {
    stop() // only once
    if (!isElsewhere())
      last.value = id ?? ''
  })
}
