import type { HostEvents } from '../../../shared/contract/hostEvents'
import type { HostGreeting } from '../../../shared/contract/hostGreeting'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useRoute } from '../../composables/useRoute'
import { useDocumentVisibility, useFavicon, useTitle, useWindowFocus } from '@vueuse/core'
import { computed, onScopeDispose, type Ref, watch } from 'vue'
import { getThreadNews } from '../../../shared/contract/threadNews'
import { type NewsKind, newsLabels } from '../../../shared/thread/news'
import { useHost } from '../../composables/host/useHost'
import { useLastText } from '../../composables/useLastChoices'
import { getPagePermission } from '../../composables/usePageNotifications'
import { visibleName } from '../../text/visibleText'
import { provideToasts, type Toasts, type ToastTone } from '../base/useToasts'
import { provideWaiting } from './useWaiting'
import { attentionWords as words } from './words'

/** Draws attention to threads: window title and icon, number of waiting requests, and toasts. Returns the toasts. */
export function useAttention({ threads, byId, route, greeting }: Pick<UseNewsOptions, 'byId' | 'greeting'> & {
  readonly threads: Readonly<Ref<readonly ThreadSummary[]>>
  readonly route: Pick<ReturnType<typeof useRoute>, 'threadId' | 'openThread' | 'openSettings'>
}): Toasts {
  const { threadId: openId, openThread, openSettings } = route
  const toasts = provideToasts()
  const { count } = provideWaiting({ threads, openId, openThread })
  useReportViewedThread(openId)
  useNews({ byId, openId, greeting, toasts, openThread, openSettings: () => openSettings({ section: 'notifications' }) })
  const title = computed(() => openId.value === undefined ? undefined : byId.value.get(openId.value)?.title)
  useTitle(() => words.windowTitle(title.value, count.value))
  useFavicon(() => drawPageIcon(count.value))
  return toasts
}

/** Parley's tab icon as a `data:` URL, with a dot while requests wait for the person. */
export function drawPageIcon(waiting: number): string {
  const dot = waiting > 0 ? '<circle cx="11.5" cy="4.5" r="4.5" fill="#e69812" stroke="#fff"/>' : ''
  const mark = '<rect width="16" height="16" rx="4" fill="#a9bdf5"/><path d="M0 4a4 4 0 0 1 4-4h12L0 16z" fill="#3655cd"/>'
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${mark}${dot}</svg>`)}`
}

/** Reports to the host which thread is open and whether the window is in front. */
function useReportViewedThread(threadId: Readonly<Ref<string | undefined>>): void {
  const { host } = useHost()
  const isFocused = useWindowFocus()
  const visibility = useDocumentVisibility()
  const isInFront = computed(() => isFocused.value && visibility.value === 'visible')
  watch([threadId, isInFront], ([threadId, isInFront]) => {
    host.lookAt({ threadId, isInFront }).catch(() => undefined) // a disconnected window views nothing
  }, { immediate: true })
}

interface UseNewsOptions {
  readonly byId: Readonly<Ref<ReadonlyMap<string, ThreadSummary>>>
  readonly openId: Readonly<Ref<string | undefined>>
  readonly greeting: Readonly<Ref<HostGreeting | undefined>>
  readonly toasts: Toasts
  readonly openThread: (threadId: string) => void
  readonly openSettings: () => void
}

/** Long enough to read while doing other work. */
const newsMs = 8_000
const tones: Readonly<Record<NewsKind, ToastTone>> = { waiting: 'ask', failed: 'bad', ended: 'ok' }

/** Notifies about news in threads that are not open: with a toast, and with a browser notification if permitted. */
export function useNews({ byId, openId, greeting, toasts, openThread, openSettings }: UseNewsOptions): void {
  const { on } = useHost()
  /** Shown notifications by thread id. */
  const shown = new Map<string, { readonly kind: NewsKind, readonly dismiss: () => void }>()
  const shownHint = useLastText('notificationHint')

  function dismissNews(threadId: string): void {
    shown.get(threadId)?.dismiss()
    shown.delete(threadId)
  }

  function showNews({ threadId, kind, isAway }: HostEvents['news']): void {
    const title = byId.value.get(threadId)?.title
    if (title === undefined)
      return
    dismissNews(threadId)
    const open = (): void => openThread(threadId)
    const usesPageNotification = isAway && greeting.value?.notifier === 'page'
    const dismissals = [
      ...openId.value === threadId
        ? []
        : [toasts.show({
            text: words.news(kind, title),
            tone: tones[kind],
            action: { name: words.open, run: open },
            ms: newsMs,
          })],
      ...usesPageNotification ? [showPageNotification({ threadId, kind, title, open })] : [],
    ]
    shown.set(threadId, { kind, dismiss: () => dismissals.forEach(dismiss => dismiss()) })
    if (usesPageNotification)
      showHint()
  }

  /** Suggests the notification setting, only once. */
  function showHint(): void {
    if (getPagePermission() !== 'default' || shownHint.value !== '')
      return
    shownHint.value = 'shown'
    toasts.show({ text: words.hint, action: { name: words.settings, run: openSettings }, ms: newsMs })
  }

  onScopeDispose(on('news', showNews))
  onScopeDispose(on('showThread', ({ threadId }) => openThread(threadId)))
  onScopeDispose(on('threadRemoved', ({ threadId }) => dismissNews(threadId)))
  // The request was answered, or the thread viewed in another window.
  onScopeDispose(on('threadChanged', (summary) => {
    const { kind } = shown.get(summary.threadId) ?? {}
    if (kind !== undefined && getThreadNews(summary) !== kind)
      dismissNews(summary.threadId)
  }))
  watch(openId, threadId => threadId !== undefined && dismissNews(threadId))
  onScopeDispose(() => [...shown.keys()].forEach(dismissNews))
}

/** Shows a browser notification if permitted. Returns a function that closes it. */
function showPageNotification({ threadId, kind, title, open }: {
  threadId: string
  kind: NewsKind
  title: string
  open: () => void
}): () => void {
  if (getPagePermission() !== 'granted')
    return () => undefined
  // The tag makes several pages show a single notification.
  const shown = new Notification(newsLabels[kind], { body: visibleName(title, 120), tag: threadId })
  shown.addEventListener('click', () => {
    window.focus()
    open()
    shown.close()
  })
  return () => shown.close()
}
