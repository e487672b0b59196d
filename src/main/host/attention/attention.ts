import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Preferences } from '../../../shared/settings/preferences'
import type { Platform } from '../platform'
import type { Look, Subscribers } from '../subscribers'
import { countWaiting, threadNews } from '../../../shared/contract/threadNews'
import { type NewsKind, newsLabels } from '../../../shared/thread/news'

/** Agents may give titles of any length. */
const maxCharacters = 120
/** Shorter news is suppressed: a queued message starts the next turn, a question is cancelled at once. */
const usualSettleMs = 200
const asleep: ThreadSummary['activity'] = { state: 'asleep' }

interface AttentionOptions {
  readonly platform: Pick<Platform, 'showWaiting' | 'notify'>
  readonly subscribers: Pick<Subscribers, 'looks' | 'emitAll' | 'emitSoon'>
  readonly preferences: () => Preferences
  readonly settleMs?: number
}

interface Watched {
  readonly summary: ThreadSummary
  /** The last news that still holds. */
  readonly told: NewsKind | undefined
  readonly timer?: NodeJS.Timeout | undefined
  /** Removes the notification. */
  readonly takeBack?: (() => void) | undefined
}

/**
 * Notifies the person about threads they are not looking at, and shows the number of waiting ones on the app's icon.
 */
export class Attention {
  readonly #options: AttentionOptions
  readonly #threads = new Map<string, Watched>()
  #shown = 0

  constructor(options: AttentionOptions) {
    this.#options = options
  }

  /** Takes in a thread's summary. */
  update(summary: ThreadSummary): void {
    const { threadId } = summary
    // A thread's state from before a restart is no news.
    const known: Omit<Watched, 'summary'> = this.#threads.get(threadId)
      ?? { told: threadNews({ ...summary, waiting: 0, activity: asleep }) }
    const timer = known.timer ?? (threadNews(summary) === known.told ? undefined : this.#settleLater(threadId))
    this.#threads.set(threadId, { ...known, summary, timer })
    this.#count()
  }

  /** The thread is deleted. */
  forget(threadId: string): void {
    const { timer, takeBack } = this.#threads.get(threadId) ?? {}
    clearTimeout(timer)
    takeBack?.()
    this.#threads.delete(threadId)
    this.#count()
  }

  dispose(): void {
    for (const { timer } of this.#threads.values())
      clearTimeout(timer)
  }

  #settleLater(threadId: string): NodeJS.Timeout {
    return setTimeout(() => this.#settle(threadId), this.#options.settleMs ?? usualSettleMs).unref()
  }

  #settle(threadId: string): void {
    const watched = this.#threads.get(threadId)
    if (!watched)
      return
    const { summary, told, takeBack } = watched
    const news = threadNews(summary)
    if (news === told)
      return void this.#threads.set(threadId, { summary, told, takeBack })
    takeBack?.()
    this.#threads.set(threadId, { summary, told: news, takeBack: news && this.#tell(summary, news) })
  }

  /** Returns a function that removes the notification. */
  #tell({ threadId, title }: ThreadSummary, kind: NewsKind): (() => void) | undefined {
    const { platform, subscribers, preferences } = this.#options
    const told = preferences()[`notifications.${kind}`] ? newsAudience(threadId, subscribers.looks) : 'nobody'
    if (told === 'nobody')
      return undefined
    subscribers.emitAll('news', { threadId, kind, isAway: told === 'system' })
    return told === 'system'
      ? platform.notify?.({ title: newsLabels[kind], body: plain(title), onOpen: () => subscribers.emitSoon('showThread', { threadId }) })
      : undefined
  }

  #count(): void {
    const total = [...this.#threads.values()].reduce((sum, { summary }) => sum + countWaiting(summary), 0)
    if (total !== this.#shown)
      this.#options.platform.showWaiting?.(this.#shown = total)
  }
}

const lookalikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/**
 * One line without invisible and direction characters. Some systems parse notifications as markup, so angle brackets
 * and ampersands are replaced.
 */
function plain(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[<>&]/g, sign => lookalikes[sign]!)
    .slice(0, maxCharacters)
}

/**
 * Audience of a thread's news: nobody if a window shows it, a toast if a window is focused, otherwise the system, too.
 */
export function newsAudience(threadId: string, looks: readonly Look[]): 'nobody' | 'windows' | 'system' {
  const inFront = looks.filter(({ isInFront }) => isInFront)
  if (inFront.some(look => look.threadId === threadId))
    return 'nobody'
  return inFront.length > 0 ? 'windows' : 'system'
}
