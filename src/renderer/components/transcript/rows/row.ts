import type { Entry, ToolEntry, TurnEndEntry, UserEntry } from '../../../../shared/thread/transcript'
import type { QuestionEntry } from './questionsByCall'

/** A row of the transcript's list. `id` is its component's key. */
export type Row = EntryRow | RunRow | WorkedRow

/** An entry with its questions. */
export interface EntryRow {
  readonly kind: 'entry'
  readonly id: string
  readonly entry: Entry
  readonly questions: readonly QuestionEntry[]
  /** Whether its turn is still running. */
  readonly isLive: boolean
  /** Set inside an unfolded run. */
  readonly isInRun?: true
  /** The turn that a turn-end entry ends. */
  readonly turn?: EndedTurn
}

/** Consecutive look-ups, folded to a line. */
export interface RunRow {
  readonly kind: 'run'
  readonly id: string
  readonly calls: readonly ToolEntry[]
  /** Calls and thoughts in order. */
  readonly entries: readonly Entry[]
  readonly isLive: boolean
  readonly isOpen: boolean
}

/** The work of an ended turn, folded to a line. */
export interface WorkedRow {
  readonly kind: 'worked'
  readonly id: string
  readonly turn: EndedTurn
  readonly durationMs: number
  /** Set if the turn's start is not loaded. */
  readonly isLonger?: true
  readonly isOpen: boolean
}

export interface EndedTurn {
  readonly prompt?: UserEntry
  readonly end: TurnEndEntry
  /** The entries between prompt and end. */
  readonly entries: readonly Entry[]
  /** All calls, including those of subagents. */
  readonly calls: readonly ToolEntry[]
  /** Number of calls that started a subagent. */
  readonly subagents: number
}
