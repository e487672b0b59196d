import type { EnvVariable } from '@agentclientprotocol/sdk'
import { commandLineForDisplay } from '../../shared/text/commandLineForDisplay'
import { understandsAgents } from '../../shared/text/interpreters'

/** What to start for a `terminal/create` request. */
interface StartLine {
  readonly file: string
  /** A string only on Windows, where a shell line must not be quoted once more. */
  readonly args: readonly string[] | string
  /** The command is a line for a shell rather than a program with arguments. */
  readonly shell: boolean
}

/** Replaces a request that was checked word by word. */
export interface CheckedStart {
  readonly line: StartLine
  /** Overrides the agent's variables. */
  readonly env: readonly EnvVariable[]
}

/**
 * A command without arguments is a shell line, as agents mean it (`npm test && ls`); arguments are passed unchanged.
 * `hasFile`: whether a program exists.
 */
export function startLine({ command, args, environment, platform, hasFile }: {
  command: string
  args: readonly string[] | undefined
  environment: Readonly<Record<string, string | undefined>>
  platform: string
  hasFile: (path: string) => boolean
}): StartLine {
  if (args && args.length > 0)
    return { file: command, args, shell: false }
  if (platform === 'win32')
    return { file: environment.ComSpec ?? 'cmd.exe', args: `/d /s /c "${command}"`, shell: true }
  return { file: posixShell(environment.SHELL, hasFile), args: ['-c', command], shell: true }
}

/** The command line of a `terminal/create` request as a person would type it. Shell lines are unchanged. */
export function requestedLine({ command, args = [] }: { command: string, args?: readonly string[] }): string {
  return args.length === 0 ? command : commandLineForDisplay(command, args)
}

/** The person's shell if it understands agents' sh and bash lines, unlike fish and others. */
function posixShell(own: string | undefined, hasFile: (path: string) => boolean): string {
  if (own && understandsAgents(own) && hasFile(own))
    return own
  return hasFile('/bin/bash') ? '/bin/bash' : '/bin/sh'
}
