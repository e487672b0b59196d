import type { OwnTerminalView, ShellChoice, TerminalCommands } from '../ownTerminalView'
import type { RunningCommand, TerminalView } from '../terminalView'
import { z } from 'zod'
import { method } from '../method'

/** A terminal of a thread, or without a thread one of the person's own. */
const terminal = { threadId: z.string().optional(), terminalId: z.string() }
/** Maximum length of a path. */
const path = z.string().min(1).max(4096)
/** A command line: one line, without keys that control a shell. */
const line = z.string().trim().min(1).max(2000).regex(/^\P{Cc}+$/u)

/** Methods for the terminals of threads, and for the person's own. */
export const terminalMethods = {
  /** A terminal's current state. Its output follows as `terminalOutput` until `leaveTerminal`. */
  openTerminal: method(z.object(terminal)).returns<TerminalView | undefined>(),
  /** The running commands of a thread, oldest first. */
  runningCommands: method(z.object({ threadId: z.string() })).returns<readonly RunningCommand[]>(),
  leaveTerminal: method(z.object(terminal)).returns<void>(),
  /**
   * Acknowledges that the output up to `offset` was rendered. The command waits for the slowest window that shows it.
   */
  ackTerminal: method(z.object({ ...terminal, offset: z.number().int() })).returns<void>(),
  /**
   * Writes input to a running terminal. Of several windows that answer a question of its program (`isAnswer`), only the
   * first counts.
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
  /** The person's own terminals in a folder, in their order. Those of an earlier run start again. */
  ownTerminals: method(z.object({ folder: path })).returns<readonly OwnTerminalView[]>(),
  /** Shells that a new terminal can run, the default first. */
  listShells: method(z.object({})).returns<readonly ShellChoice[]>(),
  /** The commands that a folder's terminals offer. */
  terminalCommands: method(z.object({ folder: path })).returns<TerminalCommands>(),
  saveTerminalCommand: method(z.object({ folder: path, line })).returns<TerminalCommands>(),
  removeTerminalCommand: method(z.object({ folder: path, line })).returns<TerminalCommands>(),
  /** Starts a shell in `cwd`, by default the folder; with `groupId` beside the terminals of that group. */
  createOwnTerminal: method(z.object({
    folder: path,
    cwd: path.optional(),
    shell: path.optional(),
    groupId: z.string().optional(),
  })).returns<OwnTerminalView>(),
  /** An empty name goes back to the program's. */
  renameOwnTerminal: method(z.object({ terminalId: z.string(), name: z.string().max(200) })).returns<void>(),
  sortOwnTerminals: method(z.object({ folder: path, terminalIds: z.array(z.string()).max(100) })).returns<void>(),
  /** Ends the shell with everything that runs in it. */
  closeOwnTerminal: method(z.object({ terminalId: z.string() })).returns<void>(),
}
