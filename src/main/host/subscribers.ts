import type { HostEvents } from '../../shared/contract/hostEvents'
import type { Tell } from '../../shared/rpc'
import type { TerminalWatch } from '../terminal/terminalWatchers'

/** One renderer, and what it has open. */
export interface Subscriber {
  readonly tell: Tell
  readonly threads: Set<string>
  /** Threads whose agent log it shows. */
  readonly logs: Set<string>
  /** The terminals that it shows. */
  readonly terminals: Map<string, TerminalWatch>
  /** Aborted once it is gone: what only it waits for ends with it. */
  readonly gone: AbortController
  /** The thread in view, and whether the window is in front. */
  look: Look
}

/** What a window shows of threads, and whether someone can be looking. */
export interface Look {
  readonly threadId?: string | undefined
  readonly isInFront: boolean
}

/**
 * The renderers that are connected. Each gets changes of the whole list, and the events of the threads that it has
 * open.
 */
export class Subscribers {
  readonly #all = new Set<Subscriber>()
  /** What the person last asked for while no window was open. */
  #held: ((tell: Tell) => void) | undefined

  get count(): number {
    return this.#all.size
  }

  get looks(): readonly Look[] {
    return [...this.#all].map(({ look }) => look)
  }

  /** Whether a window in front shows that thread. */
  isLookedAt(threadId: string): boolean {
    return this.looks.some(look => look.isInFront && look.threadId === threadId)
  }

  add(tell: Tell): Subscriber {
    const subscriber: Subscriber = {
      tell,
      threads: new Set(),
      logs: new Set(),
      terminals: new Map(),
      gone: new AbortController(),
      look: { isInFront: false },
    }
    this.#all.add(subscriber)
    return subscriber
  }

  remove(subscriber: Subscriber): void {
    this.#all.delete(subscriber)
    subscriber.gone.abort()
  }

  emitAll<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void {
    for (const { tell } of this.#all)
      tell(event, payload)
  }

  /** As `emitAll`; where no window is connected, the next one that greets the host is told. */
  emitSoon<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void {
    if (this.#all.size > 0)
      return this.emitAll(event, payload)
    this.#held = tell => tell(event, payload)
  }

  /** A window listens from here on. */
  greeted({ tell }: Subscriber): void {
    this.#held?.(tell)
    this.#held = undefined
  }

  emitThread(payload: HostEvents['threadEvents']): void {
    for (const { tell, threads } of this.#all) {
      if (threads.has(payload.threadId))
        tell('threadEvents', payload)
    }
  }

  emitLog(payload: HostEvents['agentLogEntries']): void {
    for (const { tell, logs } of this.#all) {
      if (logs.has(payload.threadId))
        tell('agentLogEntries', payload)
    }
  }

  /** Whether any renderer shows that thread's agent log. */
  watchesLog(threadId: string): boolean {
    return [...this.#all].some(({ logs }) => logs.has(threadId))
  }
}
