import type { TerminalView } from './terminalView'

/** A command of a thread that runs now. */
export interface RunningCommand extends Pick<TerminalView, 'terminalId' | 'commandLine' | 'source'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number
}
