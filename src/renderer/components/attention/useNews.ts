import type { HostEvents } from '../../../shared/contract/hostEvents'
import type { HostGreeting } from '../../../shared/contract/hostGreeting'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Toasts, ToastTone } from '../base/useToasts'
import { onScopeDispose, type Ref, watch } from 'vue'
import { newsOf } from '../../../shared/contract/newsOf'
import { type NewsKind, newsWords } from '../../../shared/thread/news'
import { useHost } from '../../composables/host/useHost'
import { useLastText } from '../../composables/useLastChoices'
import { pagePermission } from '../../composables/usePageNotifications'
import { visibleName } from '../../text/visibleText'
import { attentionWords as words } from './words'

/** What `useNews` needs. */
export interface UseNewsOptions {
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

/** Shows what happened in threads that are not in view: in a line of the window, and by the browser where that is allowed. */
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
    if (kind !== undefined && newsOf(summary) !== kind)
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
  const shown = new Notification(newsWords[kind], { body: visibleName(title, 120), tag: threadId })
  shown.addEventListener('click', () => {
    window.focus()
    open()
    shown.close()
  })
  return () => shown.close()
}
