import type { HostEvents } from '../../shared/contract/hostEvents'
import type { Emit } from '../../shared/rpc'
import type { TerminalWatch } from '../terminal/terminalWatchers'

/** A renderer and its subscriptions. */
export interface Subscriber {
  readonly emit: Emit
  readonly threads: Set<string>
  /** Threads whose agent log it shows. */
  readonly logs: Set<string>
  /** Terminals it shows. */
  readonly terminals: Map<string, TerminalWatch>
  /** Aborted when it disconnects, to stop work done only for it. */
  readonly disconnected: AbortController
  visible: VisibleThread
}

/** A window's visible thread, and whether it is focused. */
export interface VisibleThread {
  readonly threadId?: string | undefined
  readonly isInFront: boolean
}

/** The connected renderers. Each receives changes of the list and events of its open threads. */
export class Subscribers {
  readonly #all = new Set<Subscriber>()
  /** The last event deferred while no window was open. */
  #pending: ((emit: Emit) => void) | undefined

  get count(): number {
    return this.#all.size
  }

  get visibleThreads(): readonly VisibleThread[] {
    return [...this.#all].map(({ visible }) => visible)
  }

  /** Whether a focused window shows the thread. */
  isInView(threadId: string): boolean {
    return this.visibleThreads.some(thread => thread.isInFront && thread.threadId === threadId)
  }

  add(emit: Emit): Subscriber {
    const subscriber: Subscriber = {
      emit,
      threads: new Set(),
      logs: new Set(),
      terminals: new Map(),
      disconnected: new AbortController(),
      visible: { isInFront: false },
    }
    this.#all.add(subscriber)
    return subscriber
  }

  remove(subscriber: Subscriber): void {
    this.#all.delete(subscriber)
    subscriber.disconnected.abort()
  }

  emitAll<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void {
    for (const { emit } of this.#all)
      emit(event, payload)
  }

  /** Like `emitAll`, but without a connected window the next one receives the event. */
  emitOrDefer<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void {
    if (this.#all.size > 0)
      return this.emitAll(event, payload)
    this.#pending = emit => emit(event, payload)
  }

  /** Called when a window has started listening. */
  onGreeted({ emit }: Subscriber): void {
    this.#pending?.(emit)
    this.#pending = undefined
  }

  emitThread(payload: HostEvents['threadEvents']): void {
    for (const { emit, threads } of this.#all) {
      if (threads.has(payload.threadId))
        emit('threadEvents', payload)
    }
  }

  emitLog(payload: HostEvents['agentLogEntries']): void {
    for (const { emit, logs } of this.#all) {
      if (logs.has(payload.threadId))
        emit('agentLogEntries', payload)
    }
  }

  /** Whether any renderer shows the thread's agent log. */
  watchesLog(threadId: string): boolean {
    return [...this.#all].some(({ logs }) => logs.has(threadId))
  }
}
