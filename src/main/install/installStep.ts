import type { NodeRuntime } from './ways/nodeRuntime'

/** The inputs of an installation method. */
export interface InstallStep {
  /** An empty folder. It is renamed on success. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Reports the current step and, if known, the progress. */
  readonly showProgress: (line: string, fraction?: number) => void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Returns the absolute path of a command on PATH. */
  readonly findCommand: (command: string) => string | undefined
  readonly node: NodeRuntime | undefined
}

export interface InstalledProgram {
  /** Path relative to the folder. */
  readonly file: string
  /** `node` for a Node script. */
  readonly runner: 'node' | 'program'
  /** The package's `engines.node`. */
  readonly nodeRange?: string
}
