import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { OpenedSession } from './session'

/** An update, and about how many bytes of memory it takes. */
export interface ReceivedUpdate {
  readonly update: SessionUpdate
  readonly bytes: number
}

/** The kinds of updates that a replay repeats. */
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

/** About how many bytes of a replay are held back; the beginning of a longer one is left out. */
const maxKeptBytes = 128 * 1024 * 1024

/** What an agent sent of an external session before it was open. */
export interface Replay {
  readonly updates: readonly ReceivedUpdate[]
  /** Its beginning was left out. */
  readonly isCut: boolean
}

/**
 * Decides which of a session's updates its thread records. `session/load` repeats the whole conversation, part of it
 * after its answer: that is left out where Parley has the conversation, and fills the log of an external session. There
 * it is held back until the load is answered, so that a failed load leaves nothing behind. Some agents replay into a
 * fork too, and before they answer; some before they answer `session/resume`, which asks for no replay.
 */
export class ReplayFilter {
  readonly #how: OpenedSession['how']
  readonly #isExternal: boolean
  #isReplaying: boolean
  #kept: ReceivedUpdate[] | undefined
  #keptBytes = 0
  #isCut = false
  readonly #maxBytes: number

  constructor({ how, isExternal, maxBytes = maxKeptBytes }: { how: OpenedSession['how'], isExternal: boolean, maxBytes?: number }) {
    this.#maxBytes = maxBytes
    this.#isExternal = isExternal
    this.#how = how
    this.#isReplaying = how !== 'new'
    this.#kept = isExternal ? [] : undefined
  }

  /** Whether the thread records it now. */
  passes(received: ReceivedUpdate): boolean {
    if (this.#kept) {
      this.#keep(this.#kept, received)
      return false
    }
    const fillsLog = this.#isReplaying && this.#isExternal
    const { sessionUpdate } = received.update
    const repeats = sessionUpdate === 'user_message_chunk' || (this.#isReplaying && replayed.has(sessionUpdate))
    return fillsLog || !repeats
  }

  /** The session is open: answers what was held back, in order. Later updates are recorded at once. */
  opened(): Replay {
    const kept = this.#kept ?? []
    this.#kept = undefined
    if (this.#how === 'resume')
      this.#isReplaying = false
    return { updates: kept, isCut: this.#isCut }
  }

  /** From here on the agent's updates are news. */
  startTurn(): void {
    this.#isReplaying = false
  }

  #keep(kept: ReceivedUpdate[], received: ReceivedUpdate): void {
    kept.push(received)
    this.#keptBytes += received.bytes
    while (this.#keptBytes > this.#maxBytes) {
      this.#keptBytes -= kept.shift()!.bytes // it holds what the bytes were counted for
      this.#isCut = true
    }
  }
}
