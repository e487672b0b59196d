import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { Platform } from './platform'

/** Agents may give titles of any length. */
const maxCharacters = 120

/** Notifies the person when a thread begins to wait for them, and shows the number of waiting questions on the app's icon. */
export class Attention {
  readonly #platform: Platform
  readonly #onOpen: (threadId: string) => void
  readonly #waiting = new Map<string, number>()
  #shown = 0

  constructor({ platform, onOpen }: { platform: Platform, onOpen: (threadId: string) => void }) {
    this.#platform = platform
    this.#onOpen = onOpen
  }

  /** Updates the number of waiting questions in the thread. */
  update({ threadId, title, agentName, waiting }: ThreadSummary): void {
    const before = this.#waiting.get(threadId) ?? 0
    if (before === waiting)
      return
    if (waiting > 0)
      this.#waiting.set(threadId, waiting)
    else
      this.#waiting.delete(threadId)
    const total = [...this.#waiting.values()].reduce((sum, count) => sum + count, 0)
    if (total !== this.#shown)
      this.#platform.showWaiting?.(this.#shown = total)
    // Once each time a thread begins to wait: a flood of questions is one notification.
    if (before === 0) {
      this.#platform.notify?.({
        title: plain(`${agentName} waits for your answer`),
        body: plain(title),
        onOpen: () => this.#onOpen(threadId),
      })
    }
  }
}

/** One line without invisible characters and those that turn the reading order. */
function plain(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxCharacters)
}
