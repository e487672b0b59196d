import type { Entry, PermissionEntry, ToolEntry, TurnEndEntry, UserEntry } from '../../../../shared/thread/transcript'

/** A row of the transcript's list. Its `id` is the key of its component. */
export type Row = EntryRow | RunRow | WorkedRow

/** An entry, with what a person was asked about it. */
export interface EntryRow {
  readonly kind: 'entry'
  readonly id: string
  readonly entry: Entry
  readonly questions: readonly PermissionEntry[]
  /** Its turn still runs. */
  readonly isLive: boolean
  /** It is behind a run that is unfolded. */
  readonly isInRun?: true
  /** Of a turn's end: the turn that it ends. */
  readonly turn?: EndedTurn
}

/** Calls that only looked something up, one after the other, in one line. */
export interface RunRow {
  readonly kind: 'run'
  readonly id: string
  readonly calls: readonly ToolEntry[]
  /** The calls and what was thought between them, in order. */
  readonly entries: readonly Entry[]
  readonly isLive: boolean
  readonly isOpen: boolean
}

/** The work of a turn that has ended, in one line. */
export interface WorkedRow {
  readonly kind: 'worked'
  readonly id: string
  readonly turn: EndedTurn
  readonly durationMs: number
  /** Where the turn began is not loaded. */
  readonly isLonger?: true
  readonly isOpen: boolean
}

/** A turn that has ended, as its last entry describes it. */
export interface EndedTurn {
  readonly prompt?: UserEntry
  readonly end: TurnEndEntry
  /** What came between both. */
  readonly entries: readonly Entry[]
  /** All calls in it, those of subagents as well. */
  readonly calls: readonly ToolEntry[]
  /** How many of the calls started a subagent. */
  readonly subagents: number
}
