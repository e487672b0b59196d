import type { Ref } from 'vue'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useRoute } from '../../composables/useRoute'
import type { UseNewsOptions } from './useNews'
import { useFavicon, useTitle } from '@vueuse/core'
import { computed } from 'vue'
import { provideToasts, type Toasts } from '../base/useToasts'
import { pageIcon } from './pageIcon'
import { useLooking } from './useLooking'
import { useNews } from './useNews'
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
