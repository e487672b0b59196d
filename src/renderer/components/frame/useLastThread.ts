import { type Ref, watch } from 'vue'
import { useLastText } from '../../composables/useLastChoices'

/** Opens the thread that was open last once the list is there, unless the window was opened for another one. */
export function useLastThread({ openId, isElsewhere, isListed, open }: {
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
