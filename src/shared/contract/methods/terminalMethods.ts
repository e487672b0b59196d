import type { RunningCommand, TerminalView } from '../terminalView'
import { z } from 'zod'
import { method } from '../method'

/** Methods for a thread's terminals. */
export const terminalMethods = {
  /** A terminal's current state. Its output follows as `terminalOutput` until `leaveTerminal`. */
  openTerminal: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<TerminalView | undefined>(),
  /** The running commands of a thread, oldest first. */
  runningCommands: method(z.object({ threadId: z.string() })).returns<readonly RunningCommand[]>(),
  leaveTerminal: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<void>(),
  /**
   * Acknowledges that the output up to `offset` was rendered. The command waits for the slowest window that shows it.
   */
  ackTerminal: method(z.object({ threadId: z.string(), terminalId: z.string(), offset: z.number().int() })).returns<void>(),
  /** Writes input to a running terminal. */
  writeTerminal: method(z.object({ threadId: z.string(), terminalId: z.string(), data: z.string().max(1_000_000) })).returns<void>(),
  resizeTerminal: method(
    z.object({
      threadId: z.string(),
      terminalId: z.string(),
      columns: z.number().int().min(2).max(1000),
      rows: z.number().int().min(1).max(1000),
    }),
  ).returns<void>(),
  killTerminal: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<void>(),
}
