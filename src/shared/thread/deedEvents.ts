import type { RevertedFile } from '../changes/change'
import type { TurnChanges } from '../changes/turnChanges'

/** Parley or the agent started a command. Its output is not stored in the log. */
export interface TerminalStartEvent {
  readonly type: 'terminalStart'
  readonly terminalId: string
  readonly commandLine: string
  readonly cwd?: string
  /** `pty`: Parley runs it. `agent`: the agent runs it and reports its output in `_meta`. */
  readonly source: 'pty' | 'agent'
  /** How the command was allowed; only for `pty`. */
  readonly approval?: 'asked' | 'covered' | 'rule'
}

/** Parley wrote a file for the agent. The texts are present if they are short enough to show as a diff. */
export interface FileWriteEvent {
  readonly type: 'fileWrite'
  readonly path: string
  readonly created: boolean
  /** Whether an answer in this turn approved it. */
  readonly approved: boolean
  readonly oldText?: string
  readonly newText?: string
  /** The line at which the texts start, if they are an excerpt of a large file. */
  readonly firstLine?: number
}

/** Parley could not fulfil a request of the agent, without a decision about it. */
export interface RefusedEvent {
  readonly type: 'refused'
  readonly request: 'read' | 'write' | 'run' | 'terminal'
  /** The path, command line or terminal id, as the agent gave it. */
  readonly target: string
  /** The error message that the agent received. */
  readonly why: string
}

/**
 * The changes in the thread's folders during a turn, by any author. A turn's last event of this kind replaces earlier
 * ones.
 */
export interface TurnChangesEvent extends TurnChanges {
  readonly type: 'turnChanges'
  readonly promptId: string
}

/**
 * Files that the person rejected or restored since the previous such event; without `act`, the turn's changes were
 * reapplied.
 */
export interface TakenBackEvent {
  readonly type: 'takenBack'
  readonly files: readonly (Omit<RevertedFile, 'act'> & Partial<Pick<RevertedFile, 'act'>>)[]
}
