import type { NodeRuntime } from './ways/nodeRuntime'

/** What one way of installing gets to work with. */
export interface InstallStep {
  /** An empty folder, which is moved to its place when all has gone well. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Tells the person what is being done, and how far it is where that is known. */
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
  /** `node` when it is a script of Node's. */
  readonly runner: 'node' | 'program'
  /** Which Node it asks for, in the words of its package. */
  readonly nodeRange?: string
}
