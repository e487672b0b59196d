import type { Launches } from '../system/process/launches'
import { type PtyStart, startPty } from './pty'
import { Terminal } from './terminal'

/** A program that the person runs themselves, such as an agent's sign-in. */
export interface ApartRequest extends Omit<PtyStart, 'columns' | 'rows'> {
  readonly terminalId: string
  readonly commandLine: string
}

/** Starts a terminal that no agent knows of: shown and typed into like any other, but of no thread's log. */
export function startTerminalApart(
  { terminalId, commandLine, ...start }: ApartRequest,
  launches: Launches,
): Terminal {
  const size = { columns: 80, rows: 24 }
  const pty = launches.launch(terminalId, () => startPty({ ...start, ...size }))
  pty.onExit(() => launches.ended(terminalId))
  return new Terminal({ terminalId, commandLine, cwd: start.cwd, ...size, outputByteLimit: 0, pty })
}
