import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { OpenedSession } from './openSession'

/** What a replay repeats of a conversation. */
const replayed = new Set(['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update', 'plan', 'compaction_update', 'compaction_summary_chunk', 'notice'])

/**
 * Which of a session's updates its thread hears. `session/load` says the whole conversation again, some of it after its answer: that is
 * left out where Parley holds the conversation, and fills the log where the session is foreign. There it is kept back until the load is
 * answered, so that one that fails leaves nothing behind.
 */
export class ReplayFilter {
  readonly #isForeign: boolean
  #isReplaying: boolean
  #kept: SessionUpdate[] | undefined

  constructor({ how, isForeign }: { how: OpenedSession['how'], isForeign: boolean }) {
    this.#isForeign = isForeign
    this.#isReplaying = how === 'load'
    this.#kept = isForeign ? [] : undefined
  }

  /** Whether the thread hears of it now. */
  passes(update: SessionUpdate): boolean {
    if (this.#kept) {
      this.#kept.push(update)
      return false
    }
    const fillsLog = this.#isReplaying && this.#isForeign
    const repeats = update.sessionUpdate === 'user_message_chunk' || (this.#isReplaying && replayed.has(update.sessionUpdate))
    return fillsLog || !repeats
  }

  /** The session is open: what was kept back, in order. What comes from here on is heard at once. */
  opened(): SessionUpdate[] {
    const kept = this.#kept ?? []
    this.#kept = undefined
    return kept
  }

  /** From here on the agent speaks of the present. */
  startTurn(): void {
    this.#isReplaying = false
  }
}
