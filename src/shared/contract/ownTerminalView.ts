import type { TerminalExitStatus } from '@agentclientprotocol/sdk'

/** One of the person's own terminals in a folder. Its output is a `TerminalView`, opened without a thread. */
export interface OwnTerminalView {
  readonly terminalId: string
  readonly folder: string
  /** Terminals with the same group are shown side by side, in one tab. */
  readonly groupId: string
  /** The name that the person gave. */
  readonly name?: string
  /** The shell's name, such as "zsh". */
  readonly shell: string
  /** The program in the foreground; absent while the shell waits for a command, or if unknown. */
  readonly program?: string
  /** A background program of a shell that waits for a command, if known. */
  readonly job?: string
  /** The shell's current folder. */
  readonly cwd: string
  readonly state: 'running' | 'exited'
  readonly exit?: TerminalExitStatus
}

/** The program that closing the terminal would stop, including one in the background. */
export function getRunningProgram({ program, job }: {
  program?: string | undefined
  job?: string | undefined
}): string | undefined {
  return program ?? job
}

/** A shell that a new terminal can run. */
export interface ShellChoice {
  readonly name: string
  readonly path: string
}

/** Maximum number of the person's own terminals side by side. */
export const maxPanes = 6

/** Commands that the terminals of a folder suggest. They run only when chosen. */
export interface TerminalCommands {
  /** Saved by the person for the repository. */
  readonly saved: readonly string[]
  /** Scripts of `package.json`: the command line and the script's text. */
  readonly scripts: readonly { readonly line: string, readonly text: string }[]
}
