import { realpathSync, statSync } from 'node:fs'
import { dirname, win32 } from 'node:path'
import { isExecutable, listCommandCandidates } from './commandOnPath'

/** Folders in which the system and package managers install programs. */
const binFolder = /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/opt\/(?:homebrew|local)\/s?bin|\/run\/current-system\/sw\/bin|\/nix\/store\/.+)$/
const realSystemPaths = /^\/(?:usr|s?bin|opt\/homebrew|opt\/local|nix\/store)\//
const windowsSystemPrograms = /^[a-z]:\\(?:Program Files(?: \(x86\))?|Windows)\\.*\.exe$/i

/**
 * Finds the program that a name refers to: the first on `PATH`, if it and its real path are system programs that others
 * can't write. Returns the path before resolving links, because one file may be several programs, distinguished by name
 * (BusyBox, coreutils). Returns `undefined` for other programs, or if `PATH` contains a relative folder.
 */
export function resolveSystemProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folders = (environment.PATH ?? '').split(':')
  if (name.includes('/') || folders.some(folder => !folder.startsWith('/')))
    return undefined
  const first = listCommandCandidates({
    command: name,
    environment,
    platform: 'linux',
  }).find(file => isExecutable(file))
  return first !== undefined && isSystemProgram(first) ? first : undefined
}

/**
 * Finds the first system program on `PATH`, skipping other files. For programs that Parley runs without asking and an
 * agent must not be able to replace.
 */
export function findSystemProgram(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  return listCommandCandidates({ command, environment, platform }).find(file => isExecutable(file, platform)
    && (platform === 'win32' ? windowsSystemPrograms.test(file) : isSystemProgram(file)))
}

/** Whether the file and its real path are in system folders that others cannot write. */
function isSystemProgram(file: string): boolean {
  if (!binFolder.test(dirname(file)))
    return false
  const real = realpathSync(file)
  return realSystemPaths.test(real) && [file, real].every(path => isProtected(path) && isProtected(dirname(path)))
}

/** Whether the path is not world-writable. */
function isProtected(path: string): boolean {
  return (statSync(path).mode & 0o002) === 0
}

/**
 * The full path of a Windows system program, such as `taskkill.exe`. Given only a name, Windows would first search the
 * working folder, which an agent may write.
 */
export function getWindowsProgram(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const root = Object.entries(environment).find(([key]) => key.toUpperCase() === 'SYSTEMROOT')?.[1] ?? 'C:\\Windows'
  return win32.join(root, 'System32', name)
}

/** PowerShell, relative to the System32 folder. */
export const powerShell = 'WindowsPowerShell\\v1.0\\powershell.exe'
