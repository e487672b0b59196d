import type { Launches } from '../system/process/launches'
import { type PtyStart, startPty } from './pty'
import { Terminal } from './terminal'

/** A program that the person starts, such as an agent's sign-in. */
export interface DetachedTerminalRequest extends Omit<PtyStart, 'columns' | 'rows'> {
  readonly terminalId: string
  readonly commandLine: string
}

/** Starts a terminal that no agent uses: shown and typed into like any other, but in no thread's log. */
export function startDetachedTerminal(
  { terminalId, commandLine, ...start }: DetachedTerminalRequest,
  launches: Launches,
): Terminal {
  const size = { columns: 80, rows: 24 }
  const pty = launches.launch(terminalId, () => startPty({ ...start, ...size }))
  pty.onExit(() => launches.ended(terminalId))
  return new Terminal({ terminalId, commandLine, cwd: start.cwd, ...size, outputByteLimit: 0, pty })
}
