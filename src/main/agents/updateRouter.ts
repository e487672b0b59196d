import type { SessionUpdate } from '@agentclientprotocol/sdk'

/** Gets a session's updates, in order. */
export type SessionListener = (update: SessionUpdate) => void

const maxHeld = 1_000
const maxHeldSessions = 64
const holdMs = 10_000

/**
 * Brings each update to its session. Real agents send some before they have answered which session they began, so updates for
 * an unknown session are kept for a short while.
 */
export class UpdateRouter {
  readonly #listeners = new Map<string, SessionListener>()
  readonly #held = new Map<string, { updates: SessionUpdate[], timer: NodeJS.Timeout }>()
  readonly #holdMs: number
  #dropped = 0

  constructor(options: { holdMs?: number } = {}) {
    this.#holdMs = options.holdMs ?? holdMs
  }

  /** Updates that came for no session that anyone knows. */
  get dropped(): number {
    return this.#dropped
  }

  route(sessionId: string, update: SessionUpdate): void {
    const listener = this.#listeners.get(sessionId)
    if (listener !== undefined)
      return listener(update)
    const held = this.#held.get(sessionId) ?? this.#startHolding(sessionId)
    if (held === undefined || held.updates.length >= maxHeld)
      this.#dropped++
    else
      held.updates.push(update)
  }

  /** Hands over what was kept, then everything as it comes. Returns a function that ends it. */
  attach(sessionId: string, listener: SessionListener): () => void {
    this.#listeners.set(sessionId, listener)
    const held = this.#held.get(sessionId)
    this.#held.delete(sessionId)
    clearTimeout(held?.timer)
    held?.updates.forEach(listener)
    return () => {
      if (this.#listeners.get(sessionId) === listener)
        this.#listeners.delete(sessionId)
    }
  }

  dispose(): void {
    for (const { timer } of this.#held.values())
      clearTimeout(timer)
    this.#held.clear()
    this.#listeners.clear()
  }

  #startHolding(sessionId: string): { updates: SessionUpdate[], timer: NodeJS.Timeout } | undefined {
    if (this.#held.size >= maxHeldSessions)
      return undefined
    const timer = setTimeout(() => {
      this.#dropped += this.#held.get(sessionId)?.updates.length ?? 0
      this.#held.delete(sessionId)
    }, this.#holdMs)
    const held = { updates: [], timer: timer.unref() }
    this.#held.set(sessionId, held)
    return held
  }
}
