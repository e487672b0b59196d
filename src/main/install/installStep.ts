import type { NodeRuntime } from './ways/nodeRuntime'

/** What a way of installing works with. */
export interface InstallStep {
  /** An empty folder, moved to its place on success. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Shows the person what is being done, and how far it is if that is known. */
  readonly say: (line: string, fraction?: number) => void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The absolute path of a command on PATH. */
  readonly findCommand: (command: string) => string | undefined
  readonly node: NodeRuntime | undefined
}

/** What was installed. */
export interface InstalledProgram {
  /** Relative to the folder. */
  readonly file: string
  /** `node` for a script that Node runs. */
  readonly runner: 'node' | 'program'
  /** Its package's `engines.node`. */
  readonly nodeRange?: string
}
