import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { Platform } from './platform'

/** A title may be the agent's own words: longer ones are cut. */
const maxCharacters = 120

/** Calls the person back when a thread begins to wait for them, and keeps the count on the app's icon. */
export class Attention {
  readonly #platform: Platform
  readonly #onOpen: (threadId: string) => void
  readonly #waiting = new Map<string, number>()
  #shown = 0

  constructor({ platform, onOpen }: { platform: Platform, onOpen: (threadId: string) => void }) {
    this.#platform = platform
    this.#onOpen = onOpen
  }

  note({ threadId, title, agentName, waiting }: ThreadSummary): void {
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
    // Once for each time that it begins to wait: a flood of questions is one call.
    if (before === 0) {
      this.#platform.notify?.({
        title: plain(`${agentName} waits for your answer`),
        body: plain(title),
        onOpen: () => this.#onOpen(threadId),
      })
    }
  }
}

/** One line without characters that are not seen or that turn others around. */
function plain(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxCharacters)
}
