import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { OpenedSession } from './session'

/** An update, and about how many bytes it takes in memory. */
export interface Heard {
  readonly update: SessionUpdate
  readonly weight: number
}

/** What a replay repeats of a conversation. */
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

/** About how many bytes of a replay are kept back; of a longer one the beginning is left out. */
const maxKeptWeight = 128 * 1024 * 1024

/** What an agent told of a foreign session before it was open. */
export interface Replay {
  readonly updates: readonly Heard[]
  /** Its beginning was left out. */
  readonly isCut: boolean
}

/**
 * Which of a session's updates its thread hears. `session/load` says the whole conversation again, some of it after its answer: that is
 * left out where Parley holds the conversation, and fills the log where the session is foreign. There it is kept back until the load is
 * answered, so that one that fails leaves nothing behind. Some agents replay into a fork too, and before they answer.
 */
export class ReplayFilter {
  readonly #isForeign: boolean
  #isReplaying: boolean
  #kept: Heard[] | undefined
  #keptWeight = 0
  #isCut = false
  readonly #maxWeight: number

  constructor({ how, isForeign, maxWeight = maxKeptWeight }: { how: OpenedSession['how'], isForeign: boolean, maxWeight?: number }) {
    this.#maxWeight = maxWeight
    this.#isForeign = isForeign
    this.#isReplaying = how === 'load' || how === 'fork'
    this.#kept = isForeign ? [] : undefined
  }

  /** Whether the thread hears of it now. */
  passes(heard: Heard): boolean {
    if (this.#kept) {
      this.#keep(this.#kept, heard)
      return false
    }
    const fillsLog = this.#isReplaying && this.#isForeign
    const { sessionUpdate } = heard.update
    const repeats = sessionUpdate === 'user_message_chunk' || (this.#isReplaying && replayed.has(sessionUpdate))
    return fillsLog || !repeats
  }

  /** The session is open: what was kept back, in order. What comes from here on is heard at once. */
  opened(): Replay {
    const kept = this.#kept ?? []
    this.#kept = undefined
    return { updates: kept, isCut: this.#isCut }
  }

  /** From here on the agent speaks of the present. */
  startTurn(): void {
    this.#isReplaying = false
  }

  #keep(kept: Heard[], heard: Heard): void {
    kept.push(heard)
    this.#keptWeight += heard.weight
    while (this.#keptWeight > this.#maxWeight) {
      this.#keptWeight -= kept.shift()!.weight // what weighs something is in there
      this.#isCut = true
    }
  }
}
