import type { HostEvents } from '../../../shared/contract/hostEvents'
import type { HostGreeting } from '../../../shared/contract/hostGreeting'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useRoute } from '../../composables/useRoute'
import { useDocumentVisibility, useFavicon, useTitle, useWindowFocus } from '@vueuse/core'
import { computed, onScopeDispose, type Ref, watch } from 'vue'
import { threadNews } from '../../../shared/contract/threadNews'
import { type NewsKind, newsLabels } from '../../../shared/thread/news'
import { useHost } from '../../composables/host/useHost'
import { useLastText } from '../../composables/useLastChoices'
import { pagePermission } from '../../composables/usePageNotifications'
import { visibleName } from '../../text/visibleText'
import { provideToasts, type Toasts, type ToastTone } from '../base/useToasts'
import { provideWaiting } from './useWaiting'
import { attentionWords as words } from './words'

/**
 * Leads the person to what happens in threads: by the window's title and icon, the count of what waits, and toasts,
 * which it returns.
 */
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

/** Tells the host which thread is in view, and whether someone can be looking: the window is in front. */
function useLooking(threadId: Readonly<Ref<string | undefined>>): void {
  const { host } = useHost()
  const isFocused = useWindowFocus()
  const visibility = useDocumentVisibility()
  const isInFront = computed(() => isFocused.value && visibility.value === 'visible')
  watch([threadId, isInFront], ([threadId, isInFront]) => {
    host.lookAt({ threadId, isInFront }).catch(() => undefined) // a lost connection looks at nothing
  }, { immediate: true })
}

/** What `useNews` needs. */
interface UseNewsOptions {
  readonly byId: Readonly<Ref<ReadonlyMap<string, ThreadSummary>>>
  readonly openId: Readonly<Ref<string | undefined>>
  readonly greeting: Readonly<Ref<HostGreeting | undefined>>
  readonly toasts: Toasts
  readonly openThread: (threadId: string) => void
  readonly openSettings: () => void
}

/** Long enough to be read beside other work. */
const newsMs = 8_000
const tones: Readonly<Record<NewsKind, ToastTone>> = { waiting: 'ask', failed: 'bad', ended: 'ok' }

/**
 * Shows what happened in threads that are not in view: in a line of the window, and by the browser where that is
 * allowed.
 */
export function useNews({ byId, openId, greeting, toasts, openThread, openSettings }: UseNewsOptions): void {
  const { on } = useHost()
  /** What is shown of each thread, with what takes it away. */
  const shown = new Map<string, { readonly kind: NewsKind, readonly takeAway: () => void }>()
  const wasHinted = useLastText('notificationHint')

  function forget(threadId: string): void {
    shown.get(threadId)?.takeAway()
    shown.delete(threadId)
  }

  function tell({ threadId, kind, isAway }: HostEvents['news']): void {
    const title = byId.value.get(threadId)?.title
    if (title === undefined)
      return
    forget(threadId)
    const open = (): void => openThread(threadId)
    const isByPage = isAway && greeting.value?.notifier === 'page'
    const taken = [
      ...openId.value === threadId
        ? []
        : [toasts.show({ text: words.news(kind, title), tone: tones[kind], action: { name: words.open, run: open }, ms: newsMs })],
      ...isByPage ? [pageNotification({ threadId, kind, title, open })] : [],
    ]
    shown.set(threadId, { kind, takeAway: () => taken.forEach(takeAway => takeAway()) })
    if (isByPage)
      hint()
  }

  /** Once for good: where it is set is in the settings. */
  function hint(): void {
    if (pagePermission() !== 'default' || wasHinted.value !== '')
      return
    wasHinted.value = 'shown'
    toasts.show({ text: words.hint, action: { name: words.settings, run: openSettings }, ms: newsMs })
  }

  onScopeDispose(on('news', tell))
  onScopeDispose(on('showThread', ({ threadId }) => openThread(threadId)))
  onScopeDispose(on('threadRemoved', ({ threadId }) => forget(threadId)))
  // Answered or seen elsewhere.
  onScopeDispose(on('threadChanged', (summary) => {
    const { kind } = shown.get(summary.threadId) ?? {}
    if (kind !== undefined && threadNews(summary) !== kind)
      forget(summary.threadId)
  }))
  watch(openId, threadId => threadId !== undefined && forget(threadId))
  onScopeDispose(() => [...shown.keys()].forEach(forget))
}

/** Shows a notification of the browser's where the person allowed it. Answers with what takes it away. */
function pageNotification({ threadId, kind, title, open }: {
  threadId: string
  kind: NewsKind
  title: string
  open: () => void
}): () => void {
  if (pagePermission() !== 'granted')
    return () => undefined
  // Two pages that tell the same show one.
  const shown = new Notification(newsLabels[kind], { body: visibleName(title, 120), tag: threadId })
  shown.addEventListener('click', () => {
    window.focus()
    open()
    shown.close()
  })
  return () => shown.close()
}
