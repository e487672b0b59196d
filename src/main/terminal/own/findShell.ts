import type { ShellChoice } from '../../../shared/contract/ownTerminalView'
import type { Environment } from '../../system/environment/mergeEnvironment'
import { posix, win32 } from 'node:path'

/** The program of a new terminal. */
interface Shell extends ShellChoice {
  readonly args: readonly string[]
}

/** Where to look for shells. */
export interface ShellSource {
  readonly environment: Environment
  readonly platform: string
  /** Whether a program may be executed. */
  readonly isExecutable: (path: string) => boolean
}

/** Shells of Windows, by preference. Untested. */
const windowsShells: readonly (readonly string[])[] = [
  ['ProgramFiles', 'PowerShell', '7', 'pwsh.exe'],
  ['SystemRoot', 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'],
  ['SystemRoot', 'System32', 'cmd.exe'],
]
const posixShells: readonly string[] = ['/bin/zsh', '/bin/bash', '/bin/sh']

/** Finds a shell: `wanted`, or else the person's login shell, or else one that the system has. */
export function findShell({ wanted = '', ...source }: ShellSource & { wanted?: string | undefined }): Shell {
  const { environment, platform, isExecutable } = source
  if (platform === 'win32') {
    const path = [wanted, ...listWindowsPaths(environment)].find(path => path !== '' && isExecutable(path))
    return toShell(path ?? 'cmd.exe', platform)
  }
  const fallbacks = platform === 'darwin' ? posixShells : posixShells.slice(1)
  const path = [wanted, environment.SHELL ?? '', ...fallbacks]
    .find(path => posix.isAbsolute(path) && isExecutable(path))
  return toShell(path ?? '/bin/sh', platform)
}

/** The available shells, the default first. `listed` is the text of `/etc/shells`. */
export function listShells({ listed, wanted, ...source }: ShellSource & {
  listed: string
  wanted?: string | undefined
}): ShellChoice[] {
  const paths = source.platform === 'win32'
    ? listWindowsPaths(source.environment)
    : listed.split('\n').map(line => line.trim()).filter(line => line.startsWith('/'))
  const usable = paths.filter(path => source.isExecutable(path)).map(path => toShell(path, source.platform))
  const all = [findShell({ ...source, wanted }), ...usable].map(({ name, path }) => ({ name, path }))
  // A shell is often listed twice, at /bin and /usr/bin.
  return all.filter(({ name }, index) => all.findIndex(other => other.name === name) === index)
}

function toShell(path: string, platform: string): Shell {
  const name = platform === 'win32' ? win32.basename(path, '.exe') : posix.basename(path)
  // macOS terminals run login shells, because its PATH is set up only for those.
  return { name, path, args: platform === 'darwin' ? ['-l'] : [] }
}

function listWindowsPaths(environment: Environment): string[] {
  return windowsShells.flatMap(([variable = '', ...parts]) => {
    const root = environment[variable]
    return root === undefined ? [] : [win32.join(root, ...parts)]
  })
}
