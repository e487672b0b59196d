import type { HostEvents } from '../../shared/contract/hostEvents'
import type { Tell } from '../../shared/rpc'
import type { TerminalWatch } from '../terminal/terminalWatchers'

/** A renderer and what it has open. */
export interface Subscriber {
  readonly tell: Tell
  readonly threads: Set<string>
  /** Threads whose agent log it shows. */
  readonly logs: Set<string>
  /** Terminals it shows. */
  readonly terminals: Map<string, TerminalWatch>
  /** Aborted when it disconnects, to end work only it waits for. */
  readonly gone: AbortController
  /** The visible thread, and whether the window is focused. */
  look: Look
}

/** A window's visible thread, and whether it is focused. */
export interface Look {
  readonly threadId?: string | undefined
  readonly isInFront: boolean
}

/** Connected renderers. Each gets changes of the list, and events of its open threads. */
export class Subscribers {
  readonly #all = new Set<Subscriber>()
  /** The last request made while no window was open. */
  #held: ((tell: Tell) => void) | undefined

  get count(): number {
    return this.#all.size
  }

  get looks(): readonly Look[] {
    return [...this.#all].map(({ look }) => look)
  }

  /** Whether a focused window shows that thread. */
  isInView(threadId: string): boolean {
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

  /** Like `emitAll`. Without a connected window, the next one gets it. */
  emitSoon<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void {
    if (this.#all.size > 0)
      return this.emitAll(event, payload)
    this.#held = tell => tell(event, payload)
  }

  /** A window has started listening. */
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
