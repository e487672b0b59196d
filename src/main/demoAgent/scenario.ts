import type { StopReason } from '@agentclientprotocol/sdk'
import type { Turn } from './turn'

/** One part of the script. `help` and the slash commands are made from these. */
export interface Scenario {
  /** What asks for it; the first is its name, all in lower case. */
  readonly words: readonly string[]
  /** What follows the name, as help shows it. */
  readonly takes?: string
  readonly about: string
  readonly group: 'Talk' | 'Files' | 'Commands' | 'Questions to you' | 'Content' | 'Ends and troubles'
  /** Offered as a slash command. */
  readonly isCommand?: true
  /** Plays it. Without an answer the turn ends normally. */
  readonly run: (turn: Turn, rest: string) => Promise<StopReason | void>
}
