import { realpathSync, statSync } from 'node:fs'
import { dirname, win32 } from 'node:path'
import { commandCandidates, isExecutable } from './commandOnPath'

/** Folders of system programs and package managers. */
const onPath = /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/opt\/(?:homebrew|local)\/s?bin|\/run\/current-system\/sw\/bin|\/nix\/store\/.+)$/
const really = /^\/(?:usr|s?bin|opt\/homebrew|opt\/local|nix\/store)\//
const onWindows = /^[a-z]:\\(?:Program Files(?: \(x86\))?|Windows)\\.*\.exe$/i

/**
 * Resolves a bare name to the first program on `PATH` if that is a system program (links resolved) that only its owner
 * may write. Started by that name, as one file may be many programs (BusyBox, coreutils). `undefined` otherwise, or if
 * `PATH` contains relative folders.
 */
export function systemProgram(name: string, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (environment.PATH ?? '').split(':')
  if (name.includes('/') || folders.some(folder => !folder.startsWith('/')))
    return undefined
  const first = commandCandidates({ command: name, environment, platform: 'linux' }).find(file => isExecutable(file))
  return first !== undefined && isSystems(first) ? first : undefined
}

/**
 * The first system program of that name on `PATH`, ignoring others before it: for Parley's own use, so that an agent
 * cannot substitute another.
 */
export function ownSystemProgram(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  return commandCandidates({ command, environment, platform }).find(file => isExecutable(file, platform)
    && (platform === 'win32' ? onWindows.test(file) : isSystems(file)))
}

/** Whether it is in a folder of system programs, links resolved. */
function isSystems(file: string): boolean {
  if (!onPath.test(dirname(file)))
    return false
  const real = realpathSync(file)
  return really.test(real) && [file, real].every(path => isKept(path) && isKept(dirname(path)))
}

/** Whether only owner and group may write it. */
function isKept(path: string): boolean {
  return (statSync(path).mode & 0o002) === 0
}

/**
 * Where Windows has a program of its own, such as `taskkill.exe`. By its bare name Windows would look first in the
 * folder in which Parley was started, which may be one that an agent writes.
 */
export function windowsProgram(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const root = Object.entries(environment).find(([key]) => key.toUpperCase() === 'SYSTEMROOT')?.[1] ?? 'C:\\Windows'
  return win32.join(root, 'System32', name)
}

/** PowerShell, below the system's folder of programs. */
export const powerShell = 'WindowsPowerShell\\v1.0\\powershell.exe'
