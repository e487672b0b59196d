import type { Environment } from './environment/mergeEnvironment'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** Where a command is searched for. */
interface CommandSearch {
  readonly command: string
  readonly environment: Environment
  readonly platform?: NodeJS.Platform
}

/**
 * The absolute path of an executable file: `command` itself when it is an absolute path, otherwise the first on `PATH`;
 * `undefined` when there is none. A relative path is never found: it would depend on the folder in which an agent
 * happens to start.
 */
export function commandOnPath({ command, environment, platform = process.platform }: CommandSearch): string | undefined {
  return commandCandidates({ command: expandHome(command, environment, platform), environment, platform })
    .find(file => isExecutable(file, platform))
}

/**
 * The files that a command may mean, in order. Relative paths, also those on `PATH`, start at `cwd`; without it they
 * mean nothing. Nothing is said of whether the files are there.
 */
export function commandCandidates({ command, environment, cwd, platform = process.platform }: CommandSearch & { cwd?: string }): string[] {
  const path = platform === 'win32' ? win32 : posix
  const isName = command === path.basename(command)
  const folders = isName ? searchFolders(environment, platform) : ['']
  const bases = path.isAbsolute(command)
    ? [command]
    : folders.flatMap((folder) => {
        if (path.isAbsolute(folder))
          return [path.join(folder, command)]
        return cwd === undefined ? [] : [path.join(cwd, folder, command)]
      })
  const endings = platform === 'win32' ? windowsEndings(command, environment) : ['']
  return bases.flatMap(base => endings.map(ending => base + ending))
}

/** Why a command cannot be run, and what would help. */
export function commandNotFound(command: string): string {
  return /[/\\]/.test(command)
    ? `"${command}" is not a program that can be run. Give its full path in settings.json.`
    : `"${command}" was not found on PATH. Install it or give its full path in settings.json.`
}

/** `~` and `~/…` mean the person's home folder, as in a shell. */
export function expandHome(command: string, environment: Environment, platform: NodeJS.Platform = process.platform): string {
  const home = (platform === 'win32' ? environment.USERPROFILE : environment.HOME) ?? homedir()
  return /^~(?=$|[/\\])/.test(command) ? home + command.slice(1) : command
}

/** Whether a file is there and may be executed. */
export function isExecutable(file: string, platform: NodeJS.Platform = process.platform): boolean {
  try {
    // Most folders of PATH lack the file, and asking only for that takes a quarter of the time.
    if (!existsSync(file) || !statSync(file).isFile())
      return false
    if (platform !== 'win32')
      accessSync(file, constants.X_OK)
    return true
  }
  catch {
    return false // unreachable or not executable: both mean no
  }
}

function searchFolders(environment: Environment, platform: NodeJS.Platform): string[] {
  const path = platform === 'win32' ? win32 : posix
  // Windows spells it "Path" as often as "PATH".
  const name = platform === 'win32' ? Object.keys(environment).find(key => key.toUpperCase() === 'PATH') : 'PATH'
  return (environment[name ?? 'PATH'] ?? '').split(path.delimiter).map(folder => folder.replace(/^"(.*)"$/, '$1'))
}

function windowsEndings(command: string, environment: Environment): string[] {
  const endings = (environment.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(ending => ending !== '')
  return endings.some(ending => command.toUpperCase().endsWith(ending.toUpperCase())) ? [''] : endings.map(ending => ending.toLowerCase())
}
