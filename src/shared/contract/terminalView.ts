import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { SandboxedRun } from '../settings/sandbox'

/** A terminal's state at the moment it is opened. */
export interface TerminalView {
  readonly terminalId: string
  readonly commandLine: string
  readonly cwd?: string
  readonly source: 'pty' | 'agent'
  readonly state: 'running' | 'exited' | 'killed'
  readonly exit?: TerminalExitStatus
  /** Set if it runs or ran in a sandbox. */
  readonly sandbox?: SandboxedRun
  /** The end of the output that is kept, with its escape sequences. */
  readonly output: string
  /** Where `output` ends, in characters from the terminal's start. */
  readonly offset: number
  /** Output before `output` was dropped. */
  readonly truncated: boolean
  readonly columns: number
  readonly rows: number
}

/** A command of a thread that runs now. */
export interface RunningCommand extends Pick<TerminalView, 'terminalId' | 'commandLine' | 'source'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number
}
