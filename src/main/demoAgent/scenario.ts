import type { StopReason } from '@agentclientprotocol/sdk'
import type { Turn } from './turn'

/** One part of the script. `help` and the slash commands are generated from these. */
export interface Scenario {
  /** The words that start it, in lower case; the first is its name. */
  readonly words: readonly string[]
  /** The arguments after the name, as help shows them. */
  readonly takes?: string
  readonly about: string
  readonly group: 'Talk' | 'Files' | 'Commands' | 'Questions to you' | 'Content' | 'Ends and troubles'
  /** Offered as a slash command. */
  readonly isCommand?: true
  /** Plays it. Without a returned stop reason the turn ends normally. */
  readonly run: (turn: Turn, rest: string) => Promise<StopReason | void>
}
