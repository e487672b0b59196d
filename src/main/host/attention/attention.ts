import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Preferences } from '../../../shared/settings/preferences'
import type { Platform } from '../platform'
import type { Subscribers, VisibleThread } from '../subscribers'
import { countWaiting, getThreadNews } from '../../../shared/contract/threadNews'
import { type NewsKind, newsLabels } from '../../../shared/thread/news'

/** Maximum length of titles, because agents may send any. */
const maxCharacters = 120
/** Minimum duration of news: a queued message may start the next turn, or a question may be cancelled, right away. */
const defaultSettleMs = 200
const asleep: ThreadSummary['activity'] = { state: 'asleep' }

interface AttentionOptions {
  readonly platform: Pick<Platform, 'showWaiting' | 'notify'>
  readonly subscribers: Pick<Subscribers, 'visibleThreads' | 'emitAll' | 'emitOrDefer'>
  readonly preferences: () => Preferences
  readonly settleMs?: number
}

interface Watched {
  readonly summary: ThreadSummary
  /** The last news, if still current. */
  readonly shownNews: NewsKind | undefined
  readonly timer?: NodeJS.Timeout | undefined
  /** Removes its notification. */
  readonly dismiss?: (() => void) | undefined
}

/** Notifies the person about threads that are not in view and shows the number of waiting threads on the app's icon. */
export class Attention {
  readonly #options: AttentionOptions
  readonly #threads = new Map<string, Watched>()
  #shown = 0

  constructor(options: AttentionOptions) {
    this.#options = options
  }

  /** Handles a changed summary. */
  update(summary: ThreadSummary): void {
    const { threadId } = summary
    // A thread's state from before a restart is not news.
    const known: Omit<Watched, 'summary'> = this.#threads.get(threadId)
      ?? { shownNews: getThreadNews({ ...summary, waiting: 0, activity: asleep }) }
    const timer = known.timer ?? (getThreadNews(summary) === known.shownNews ? undefined : this.#settleLater(threadId))
    this.#threads.set(threadId, { ...known, summary, timer })
    this.#updateCount()
  }

  /** Called when the thread is deleted. */
  forget(threadId: string): void {
    const { timer, dismiss } = this.#threads.get(threadId) ?? {}
    clearTimeout(timer)
    dismiss?.()
    this.#threads.delete(threadId)
    this.#updateCount()
  }

  dispose(): void {
    for (const { timer } of this.#threads.values())
      clearTimeout(timer)
  }

  #settleLater(threadId: string): NodeJS.Timeout {
    return setTimeout(() => this.#settle(threadId), this.#options.settleMs ?? defaultSettleMs).unref()
  }

  #settle(threadId: string): void {
    const watched = this.#threads.get(threadId)
    if (!watched)
      return
    const { summary, shownNews, dismiss } = watched
    const news = getThreadNews(summary)
    if (news === shownNews)
      return void this.#threads.set(threadId, { summary, shownNews, dismiss })
    dismiss?.()
    this.#threads.set(threadId, { summary, shownNews: news, dismiss: news && this.#notify(summary, news) })
  }

  /** Shows a notification. Returns a function that removes it. */
  #notify({ threadId, title }: ThreadSummary, kind: NewsKind): (() => void) | undefined {
    const { platform, subscribers, preferences } = this.#options
    const isWanted = preferences()[`notifications.${kind}`]
    const audience = isWanted ? getNewsAudience(threadId, subscribers.visibleThreads) : 'nobody'
    if (audience === 'nobody')
      return undefined
    subscribers.emitAll('news', { threadId, kind, isAway: audience === 'system' })
    return audience === 'system'
      ? platform.notify?.({
          title: newsLabels[kind],
          body: toPlainText(title),
          onOpen: () => subscribers.emitOrDefer('showThread', { threadId }),
        })
      : undefined
  }

  #updateCount(): void {
    const total = [...this.#threads.values()].reduce((sum, { summary }) => sum + countWaiting(summary), 0)
    if (total !== this.#shown)
      this.#options.platform.showWaiting?.(this.#shown = total)
  }
}

const lookalikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/**
 * Removes line breaks, invisible characters and direction marks. Some systems parse notifications as markup, so angle
 * brackets and ampersands are replaced.
 */
function toPlainText(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[<>&]/g, sign => lookalikes[sign]!)
    .slice(0, maxCharacters)
}

/**
 * Returns where to show a thread's news: nowhere if it is in view, in windows if one has focus, otherwise system-wide.
 */
export function getNewsAudience(threadId: string, visible: readonly VisibleThread[]): 'nobody' | 'windows' | 'system' {
  const inFront = visible.filter(({ isInFront }) => isInFront)
  if (inFront.some(thread => thread.threadId === threadId))
    return 'nobody'
  return inFront.length > 0 ? 'windows' : 'system'
}
