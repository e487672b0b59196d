import type { SandboxDenial } from '../../shared/settings/sandbox'

/** The sandbox of one command. */
export interface TerminalSandbox {
  readonly network: boolean
  /** What is started instead of the command. */
  line(command: { readonly file: string, readonly args: readonly string[] }): { readonly file: string, readonly args: readonly string[] }
  /** The variables that the command inherits from the person's environment. */
  environment(base: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>>
  /** Reads the output for what was denied. */
  readonly denials: { readonly found: readonly SandboxDenial[], read(text: string): void }
}
