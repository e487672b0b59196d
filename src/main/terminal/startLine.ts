import type { EnvVariable } from '@agentclientprotocol/sdk'
import { formatCommandLine } from '../../shared/text/commandLineForDisplay'
import { isAgentCompatibleShell } from '../../shared/text/interpreters'

/** The process to start for a `terminal/create` request. */
interface StartLine {
  readonly file: string
  /** A string only on Windows, where a shell line must not be quoted again. */
  readonly args: readonly string[] | string
  /** Whether the command is a shell line rather than a program with arguments. */
  readonly shell: boolean
}

/** Replaces a request whose words were checked individually, so that exactly those words run. */
export interface CheckedStart {
  readonly line: StartLine
  /** Overrides the agent's variables. */
  readonly env: readonly EnvVariable[]
}

/**
 * A command without arguments is a shell line, as agents expect (`npm test && ls`). Arguments are passed literally.
 * `hasFile` tests whether a program exists.
 */
export function createStartLine({ command, args, environment, platform, hasFile }: {
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
  return { file: findPosixShell(environment.SHELL, hasFile), args: ['-c', command], shell: true }
}

/** The requested command as a person would type it. Keeps a shell line unchanged. */
export function formatRequestedCommand({ command, args = [] }: { command: string, args?: readonly string[] }): string {
  return args.length === 0 ? command : formatCommandLine(command, args)
}

/** The person's shell if it supports the sh and bash syntax that agents write, unlike fish. */
function findPosixShell(own: string | undefined, hasFile: (path: string) => boolean): string {
  if (own && isAgentCompatibleShell(own) && hasFile(own))
    return own
  return hasFile('/bin/bash') ? '/bin/bash' : '/bin/sh'
}
