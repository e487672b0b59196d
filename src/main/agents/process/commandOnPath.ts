import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** Where a command is looked for. */
export interface CommandSearch {
  readonly command: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
}

/**
 * The absolute path of an executable file: `command` itself when it is an absolute path, else the first on `PATH`; `undefined` when there
 * is none.
 * A relative path is never found: it would depend on the folder in which an agent happens to start.
 */
export function commandOnPath({ command, environment, platform = process.platform }: CommandSearch): string | undefined {
  const path = platform === 'win32' ? win32 : posix
  const wanted = expandHome(command, environment, platform)
  const endings = platform === 'win32' ? windowsEndings(wanted, environment) : ['']
  const bases = path.isAbsolute(wanted)
    ? [wanted]
    : wanted !== path.basename(wanted)
      ? []
      : searchFolders(environment, platform).map(folder => path.join(folder, wanted))
  return bases.flatMap(base => endings.map(ending => base + ending)).find(file => isExecutable(file, platform))
}

/** Why a command cannot be run, and what would help. */
export function commandNotFound(command: string): string {
  return /[/\\]/.test(command)
    ? `"${command}" is not a program that can be run. Give its full path in settings.json.`
    : `"${command}" was not found on PATH. Install it or give its full path in settings.json.`
}

/** `~` and `~/…` stand for the person's home folder, as in a shell. */
export function expandHome(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = (platform === 'win32' ? environment.USERPROFILE : environment.HOME) ?? homedir()
  return /^~(?=$|[/\\])/.test(command) ? home + command.slice(1) : command
}

function searchFolders(environment: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string[] {
  const path = platform === 'win32' ? win32 : posix
  // Windows spells it "Path" as often as "PATH".
  const name = platform === 'win32' ? Object.keys(environment).find(key => key.toUpperCase() === 'PATH') : 'PATH'
  return (environment[name ?? 'PATH'] ?? '').split(path.delimiter).map(folder => folder.replace(/^"(.*)"$/, '$1')).filter(folder => path.isAbsolute(folder))
}

function windowsEndings(command: string, environment: Readonly<Record<string, string | undefined>>): string[] {
  const endings = (environment.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(ending => ending !== '')
  return endings.some(ending => command.toUpperCase().endsWith(ending.toUpperCase())) ? [''] : endings.map(ending => ending.toLowerCase())
}

function isExecutable(file: string, platform: NodeJS.Platform): boolean {
  try {
    if (!statSync(file).isFile())
      return false
    if (platform !== 'win32')
      accessSync(file, constants.X_OK)
    return true
  }
  catch {
    return false // absent, or not ours to run: either way it is not the one
  }
}
