import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Preferences } from '../../../shared/settings/preferences'
import type { Platform } from '../platform'
import type { Look, Subscribers } from '../subscribers'
import { threadNews, waitingIn } from '../../../shared/contract/threadNews'
import { type NewsKind, newsWords } from '../../../shared/thread/news'

/** Agents may give titles of any length. */
const maxCharacters = 120
/** News that is over sooner is not told: a queued message begins the next turn, a question is cancelled at once. */
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
  /** What was told last and still holds. */
  readonly told: NewsKind | undefined
  readonly timer?: NodeJS.Timeout | undefined
  /** Takes the notification away. */
  readonly takeBack?: (() => void) | undefined
}

/**
 * Tells the person what happens in threads that they do not look at, and shows on the app's icon how much waits for
 * them.
 */
export class Attention {
  readonly #options: AttentionOptions
  readonly #threads = new Map<string, Watched>()
  #shown = 0

  constructor(options: AttentionOptions) {
    this.#options = options
  }

  /** Takes what the list shows of a thread. */
  update(summary: ThreadSummary): void {
    const { threadId } = summary
    // What a thread brings along from before a restart is shown in the list, and is no news.
    const known: Omit<Watched, 'summary'> = this.#threads.get(threadId)
      ?? { told: threadNews({ ...summary, waiting: 0, activity: asleep }) }
    const timer = known.timer ?? (threadNews(summary) === known.told ? undefined : this.#settleLater(threadId))
    this.#threads.set(threadId, { ...known, summary, timer })
    this.#count()
  }

  /** The thread is gone. */
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

  /** Answers with what takes a notification back. */
  #tell({ threadId, title }: ThreadSummary, kind: NewsKind): (() => void) | undefined {
    const { platform, subscribers, preferences } = this.#options
    const told = preferences()[`notifications.${kind}`] ? newsAudience(threadId, subscribers.looks) : 'nobody'
    if (told === 'nobody')
      return undefined
    subscribers.emitAll('news', { threadId, kind, isAway: told === 'system' })
    return told === 'system'
      ? platform.notify?.({ title: newsWords[kind], body: plain(title), onOpen: () => subscribers.emitSoon('showThread', { threadId }) })
      : undefined
  }

  #count(): void {
    const total = [...this.#threads.values()].reduce((sum, { summary }) => sum + waitingIn(summary), 0)
    if (total !== this.#shown)
      this.#options.platform.showWaiting?.(this.#shown = total)
  }
}

const lookalikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/**
 * One line without invisible characters and those that turn the reading order. Some systems read a notification as
 * markup: angle brackets could make a link of a title, and an ampersand would begin a sign that no one meant.
 */
function plain(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[<>&]/g, sign => lookalikes[sign]!)
    .slice(0, maxCharacters)
}

/** Who gets a thread's news: none if a window shows the thread, a toast if a window is focused, else the system too. */
export function newsAudience(threadId: string, looks: readonly Look[]): 'nobody' | 'windows' | 'system' {
  const inFront = looks.filter(({ isInFront }) => isInFront)
  if (inFront.some(look => look.threadId === threadId))
    return 'nobody'
  return inFront.length > 0 ? 'windows' : 'system'
}
