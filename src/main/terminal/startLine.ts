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

/** What stands for a request that was checked word by word: nothing else can come of it. */
export interface CheckedStart {
  readonly line: StartLine
  /** Stands above what the agent sets. */
  readonly env: readonly EnvVariable[]
}

/**
 * A command without arguments is a line for a shell, as agents mean it (`npm test && ls`); with arguments, each is
 * passed as it is. `hasFile` says whether a program exists.
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

/** What a `terminal/create` request asks to run, as a person would type it: a line for a shell is shown as it is. */
export function requestedLine({ command, args = [] }: { command: string, args?: readonly string[] }): string {
  return args.length === 0 ? command : commandLineForDisplay(command, args)
}

/** The person's own shell where it understands the sh and bash that agents write; fish and others do not. */
function posixShell(own: string | undefined, hasFile: (path: string) => boolean): string {
  if (own && understandsAgents(own) && hasFile(own))
    return own
  return hasFile('/bin/bash') ? '/bin/bash' : '/bin/sh'
}
