import type { SandboxDenial } from '../../shared/settings/sandbox'

/** How one command is kept in a sandbox. */
export interface TerminalSandbox {
  readonly network: boolean
  /** What is started instead of the command. */
  line(command: { readonly file: string, readonly args: readonly string[] }): { readonly file: string, readonly args: readonly string[] }
  /** What the command inherits of the person's variables. */
  environment(base: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>>
  /** Reads the output for what was denied. */
  readonly denials: { readonly found: readonly SandboxDenial[], read(text: string): void }
}
