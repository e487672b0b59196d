import { useDocumentVisibility, useWindowFocus } from '@vueuse/core'
import { computed, type Ref, watch } from 'vue'
import { useHost } from '../../composables/host/useHost'

/** Tells the host which thread is in view, and whether somebody can be looking: the window is in front. */
export function useLooking(threadId: Readonly<Ref<string | undefined>>): void {
  const { host } = useHost()
  const isFocused = useWindowFocus()
  const visibility = useDocumentVisibility()
  const isInFront = computed(() => isFocused.value && visibility.value === 'visible')
  watch([threadId, isInFront], ([threadId, isInFront]) => {
    host.lookAt({ threadId, isInFront }).catch(() => undefined) // a lost connection looks at nothing
  }, { immediate: true })
}
