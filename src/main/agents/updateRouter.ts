import type { SessionUpdate } from '@agentclientprotocol/sdk'

/** Gets a session's updates, in order; `weight` is about how many bytes one takes in memory. */
export type SessionListener = (update: SessionUpdate, weight: number) => void

interface Held {
  readonly updates: { readonly update: SessionUpdate, readonly weight: number }[]
  readonly timer: NodeJS.Timeout
}

const maxHeld = 1_000
const maxHeldSessions = 64
const maxHeldWeight = 16 * 1024 * 1024
const holdMs = 10_000

/**
 * Brings each update to its session. Real agents send some before they have answered which session they began, so updates for
 * an unknown session are kept for a short while.
 */
export class UpdateRouter {
  readonly #listeners = new Map<string, SessionListener>()
  readonly #held = new Map<string, Held>()
  /** Of all that is held. */
  #heldWeight = 0
  readonly #holdMs: number
  #dropped = 0

  constructor(options: { holdMs?: number } = {}) {
    this.#holdMs = options.holdMs ?? holdMs
  }

  /** Updates that came for no session that anyone knows. */
  get dropped(): number {
    return this.#dropped
  }

  route(sessionId: string, update: SessionUpdate, weight: number): void {
    const listener = this.#listeners.get(sessionId)
    if (listener !== undefined)
      return listener(update, weight)
    const held = this.#held.get(sessionId) ?? this.#startHolding(sessionId)
    if (held === undefined || held.updates.length >= maxHeld || this.#heldWeight + weight > maxHeldWeight) {
      this.#dropped++
      return
    }
    held.updates.push({ update, weight })
    this.#heldWeight += weight
  }

  /** Hands over what was kept, then everything as it comes. Returns a function that ends it. */
  attach(sessionId: string, listener: SessionListener): () => void {
    this.#listeners.set(sessionId, listener)
    this.#release(sessionId).forEach(({ update, weight }) => listener(update, weight))
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

  #startHolding(sessionId: string): Held | undefined {
    if (this.#held.size >= maxHeldSessions)
      return undefined
    const timer = setTimeout(() => { this.#dropped += this.#release(sessionId).length }, this.#holdMs)
    const held = { updates: [], timer: timer.unref() }
    this.#held.set(sessionId, held)
    return held
  }

  /** What was held for a session, which is held no longer. */
  #release(sessionId: string): Held['updates'] {
    const { updates, timer } = this.#held.get(sessionId) ?? { updates: [], timer: undefined }
    this.#held.delete(sessionId)
    clearTimeout(timer)
    for (const { weight } of updates)
      this.#heldWeight -= weight
    return updates
  }
}
