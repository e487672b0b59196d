import type { RevertedFile } from '../changes/change'
import type { TurnChanges } from '../changes/turnChanges'

/** Parley or the agent started a command. Its output is stored apart from the log. */
export interface TerminalStartEvent {
  readonly type: 'terminalStart'
  readonly terminalId: string
  readonly commandLine: string
  readonly cwd?: string
  /** `pty`: Parley runs it. `agent`: the agent runs it and reports its output in `_meta`. */
  readonly source: 'pty' | 'agent'
  /** How it was allowed; only for `pty`. */
  readonly approval?: 'asked' | 'covered' | 'rule'
}

/** A file that Parley wrote for the agent. The texts are present if they are small enough to show as a diff. */
export interface FileWriteEvent {
  readonly type: 'fileWrite'
  readonly path: string
  readonly created: boolean
  /** An answer of this turn covered it. */
  readonly approved: boolean
  readonly oldText?: string
  readonly newText?: string
  /** Of a large file: the texts begin there. */
  readonly firstLine?: number
}

/** What Parley could not do for the agent, without a decision about it. */
export interface RefusedEvent {
  readonly type: 'refused'
  readonly request: 'read' | 'write' | 'run' | 'terminal'
  /** The path, the command line or the terminal's id, as the agent gave it. */
  readonly target: string
  /** What the agent was told. */
  readonly why: string
}

/**
 * What changed in the thread's folders while a turn ran, whoever changed it. Of several for one turn, the last counts.
 */
export interface TurnChangesEvent extends TurnChanges {
  readonly type: 'turnChanges'
  readonly promptId: string
}

/**
 * Files that the person rejected or restored since the last such event; without an `act`, the turn's changes are there
 * again.
 */
export interface TakenBackEvent {
  readonly type: 'takenBack'
  readonly files: readonly (Omit<RevertedFile, 'act'> & Partial<Pick<RevertedFile, 'act'>>)[]
}
