import type { OwnTerminalView, ShellChoice, TerminalCommands } from '../ownTerminalView'
import type { RunningCommand, TerminalView } from '../terminalView'
import { z } from 'zod'
import { method } from '../method'

/** A terminal of a thread; without a thread, one of the person's own. */
const terminal = { threadId: z.string().optional(), terminalId: z.string() }
/** Maximum length of a path. */
const path = z.string().min(1).max(4096)
/** A command line without control characters, which could act as keys. */
const line = z.string().trim().min(1).max(2000).regex(/^\P{Cc}+$/u)

/** Methods for the terminals of threads, and for the person's own. */
export const terminalMethods = {
  /** A terminal's current state. Its output follows as `terminalOutput` until `leaveTerminal`. */
  openTerminal: method(z.object(terminal)).returns<TerminalView | undefined>(),
  /** The running commands of a thread, oldest first. */
  runningCommands: method(z.object({ threadId: z.string() })).returns<readonly RunningCommand[]>(),
  leaveTerminal: method(z.object(terminal)).returns<void>(),
  /**
   * Acknowledges that the output up to `offset` was rendered. The command is paused while the slowest window is behind.
   */
  ackTerminal: method(z.object({ ...terminal, offset: z.number().int() })).returns<void>(),
  /**
   * Writes input to a running terminal. If several windows respond to a query from the program (`isAnswer`), only the
   * first response counts.
   */
  writeTerminal: method(
    z.object({ ...terminal, data: z.string().max(1_000_000), isAnswer: z.boolean().optional() }),
  ).returns<void>(),
  resizeTerminal: method(z.object({
    ...terminal,
    columns: z.number().int().min(2).max(1000),
    rows: z.number().int().min(1).max(1000),
  })).returns<void>(),
  killTerminal: method(z.object(terminal)).returns<void>(),
  /** The person's own terminals in a folder, in order. Starts those of a previous run again. */
  ownTerminals: method(z.object({ folder: path })).returns<readonly OwnTerminalView[]>(),
  /** Shells that a new terminal can run, the default first. */
  listShells: method(z.object({})).returns<readonly ShellChoice[]>(),
  /** The commands that a folder's terminals suggest. */
  terminalCommands: method(z.object({ folder: path })).returns<TerminalCommands>(),
  saveTerminalCommand: method(z.object({ folder: path, line })).returns<TerminalCommands>(),
  removeTerminalCommand: method(z.object({ folder: path, line })).returns<TerminalCommands>(),
  /** Starts a shell in `cwd`, by default the folder. With `groupId`, it is shown beside that group's terminals. */
  createOwnTerminal: method(z.object({
    folder: path,
    cwd: path.optional(),
    shell: path.optional(),
    groupId: z.string().optional(),
  })).returns<OwnTerminalView>(),
  /** Renames a terminal. An empty name restores the program's. */
  renameOwnTerminal: method(z.object({ terminalId: z.string(), name: z.string().max(200) })).returns<void>(),
  sortOwnTerminals: method(z.object({ folder: path, terminalIds: z.array(z.string()).max(100) })).returns<void>(),
  /** Ends the shell and everything that runs in it. */
  closeOwnTerminal: method(z.object({ terminalId: z.string() })).returns<void>(),
}
