import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { OpenedSession } from './session'
import { setTimeout } from 'node:timers/promises'

/** An update with its approximate size in memory. */
export interface ReceivedUpdate {
  readonly update: SessionUpdate
  readonly bytes: number
}

/** Kinds of updates that a replay contains. */
const replayed = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'compaction_update',
  'compaction_summary_chunk',
  'notice',
])

/** A loaded session's replay counts as complete once none of it has arrived for this long. */
const quietMs = 400
/** Maximum time that the first prompt waits for it. */
const maxSettlingMs = 3_000

/** Maximum size of a held-back replay, approximately. The beginning of a longer one is discarded. */
const maxKeptBytes = 128 * 1024 * 1024

/** An external session's replay. */
export interface Replay {
  readonly updates: readonly ReceivedUpdate[]
  /** Whether the beginning was discarded. */
  readonly isCut: boolean
}

/**
 * Decides which of a session's updates are recorded. `session/load` replays the whole conversation, partly after its
 * response. The replay is dropped if Parley has the conversation; for an external session it fills the log, but only
 * after the load has succeeded. Some agents also replay into a fork, or before responding to `session/resume`, which
 * should not replay.
 */
export class ReplayFilter {
  readonly #how: OpenedSession['how']
  readonly #isExternal: boolean
  #isReplaying: boolean
  #kept: ReceivedUpdate[] | undefined
  #keptBytes = 0
  #isCut = false
  #replayedAt = 0
  readonly #maxBytes: number

  constructor({ how, isExternal, maxBytes = maxKeptBytes }: {
    how: OpenedSession['how']
    isExternal: boolean
    maxBytes?: number
  }) {
    this.#maxBytes = maxBytes
    this.#isExternal = isExternal
    this.#how = how
    this.#isReplaying = how !== 'new'
    this.#kept = isExternal ? [] : undefined
  }

  /** Whether to record the update now. */
  shouldRecord(received: ReceivedUpdate): boolean {
    this.#replayedAt = performance.now()
    if (this.#kept) {
      this.#keep(this.#kept, received)
      return false
    }
    const fillsLog = this.#isReplaying && this.#isExternal
    const { sessionUpdate } = received.update
    const repeats = sessionUpdate === 'user_message_chunk' || (this.#isReplaying && replayed.has(sessionUpdate))
    return fillsLog || !repeats
  }

  /** Called when the session is open. Returns the held-back updates in order; later ones are recorded at once. */
  opened(): Replay {
    const kept = this.#kept ?? []
    this.#kept = undefined
    this.#replayedAt = performance.now()
    if (this.#how === 'resume')
      this.#isReplaying = false
    return { updates: kept, isCut: this.#isCut }
  }

  /**
   * Resolves once a loaded session's replay seems complete. Updates after that would be mistaken for the next answer.
   */
  async settled(): Promise<void> {
    const until = performance.now() + maxSettlingMs
    while (this.#how === 'load' && this.#isReplaying) {
      const leftMs = Math.min(this.#replayedAt + quietMs, until) - performance.now()
      if (leftMs <= 0)
        return
      await setTimeout(leftMs, undefined, { ref: false })
    }
  }

  /** Treats later updates as new. */
  startTurn(): void {
    this.#isReplaying = false
  }

  #keep(kept: ReceivedUpdate[], received: ReceivedUpdate): void {
    kept.push(received)
    this.#keptBytes += received.bytes
    while (this.#keptBytes > this.#maxBytes) {
      this.#keptBytes -= kept.shift()!.bytes // its size was counted
      this.#isCut = true
    }
  }
}
