import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { SandboxedRun } from '../settings/sandbox'

/** A snapshot of a terminal. */
export interface TerminalView {
  readonly terminalId: string
  readonly commandLine: string
  readonly cwd?: string
  readonly source: 'pty' | 'agent'
  readonly state: 'running' | 'exited' | 'killed'
  readonly exit?: TerminalExitStatus
  /** Set if the command runs, or ran, in a sandbox. */
  readonly sandbox?: SandboxedRun
  /** The retained tail of the output, including escape sequences. */
  readonly output: string
  /** The end of `output`, counted in characters since the terminal started. */
  readonly offset: number
  /**
   * In a response to `openTerminal`: output after this offset is new to all windows, so queries in it need a response.
   */
  readonly shownBefore?: number
  /** Earlier output was discarded. */
  readonly truncated: boolean
  readonly columns: number
  readonly rows: number
}

/** A running command of a thread. */
export interface RunningCommand extends Pick<TerminalView, 'terminalId' | 'commandLine' | 'source'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number
}
