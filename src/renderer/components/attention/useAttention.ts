import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useRoute } from '../../composables/useRoute'
import { useDocumentVisibility, useFavicon, useTitle, useWindowFocus } from '@vueuse/core'
import { computed, type Ref, watch } from 'vue'
import { useHost } from '../../composables/host/useHost'
import { provideToasts, type Toasts } from '../base/useToasts'
import { useNews, type UseNewsOptions } from './useNews'
import { provideWaiting } from './useWaiting'
import { attentionWords as words } from './words'

/** Leads the person to what happens in threads: by the window's title and icon, the count of what waits, and toasts, which it returns. */
export function useAttention({ threads, byId, route, greeting }: Pick<UseNewsOptions, 'byId' | 'greeting'> & {
  readonly threads: Readonly<Ref<readonly ThreadSummary[]>>
  readonly route: Pick<ReturnType<typeof useRoute>, 'threadId' | 'openThread' | 'openSettings'>
}): Toasts {
  const { threadId: openId, openThread, openSettings } = route
  const toasts = provideToasts()
  const { count } = provideWaiting({ threads, openId, openThread })
  useLooking(openId)
  useNews({ byId, openId, greeting, toasts, openThread, openSettings: () => openSettings({ section: 'notifications' }) })
  const title = computed(() => openId.value === undefined ? undefined : byId.value.get(openId.value)?.title)
  useTitle(() => words.windowTitle(title.value, count.value))
  useFavicon(() => pageIcon(count.value))
  return toasts
}

/** Parley's icon for the browser's tab, as a `data:` address; with a dot while something waits for the person. */
export function pageIcon(waiting: number): string {
  const dot = waiting > 0 ? '<circle cx="11.5" cy="4.5" r="4.5" fill="#e69812" stroke="#fff"/>' : ''
  const mark = '<rect width="16" height="16" rx="4" fill="#a9bdf5"/><path d="M0 4a4 4 0 0 1 4-4h12L0 16z" fill="#3655cd"/>'
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${mark}${dot}</svg>`)}`
}

/** Tells the host which thread is in view, and whether somebody can be looking: the window is in front. */
function useLooking(threadId: Readonly<Ref<string | undefined>>): void {
  const { host } = useHost()
  const isFocused = useWindowFocus()
  const visibility = useDocumentVisibility()
  const isInFront = computed(() => isFocused.value && visibility.value === 'visible')
  watch([threadId, isInFront], ([threadId, isInFront]) => {
    host.lookAt({ threadId, isInFront }).catch(() => undefined) // a lost connection looks at nothing
  }, { immediate: true })
}
