import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { commandCandidates, isExecutable } from '../../../system/commandOnPath'

/** Where systems and their package managers put programs, which nobody writes in passing. */
const onPath = /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/opt\/(?:homebrew|local)\/s?bin|\/run\/current-system\/sw\/bin|\/nix\/store\/.+)$/
const really = /^\/(?:usr|s?bin|opt\/homebrew|opt\/local|nix\/store)\//

/**
 * The program that a bare name means: the first on `PATH`, if that is one of the system's, with every link followed, and nobody else may
 * write it. It is started by that name, since one file may be many programs (BusyBox, coreutils), told apart by the name alone.
 * `undefined` where it is another, or where `PATH` names a folder that depends on where one stands.
 */
export function systemProgram(name: string, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (environment.PATH ?? '').split(':')
  if (name.includes('/') || folders.some(folder => !folder.startsWith('/')))
    return undefined
  const first = commandCandidates({ command: name, environment, platform: 'linux' }).find(file => isExecutable(file))
  if (first === undefined || !onPath.test(dirname(first)))
    return undefined
  const real = realpathSync(first)
  return really.test(real) && [first, real].every(path => isKept(path) && isKept(dirname(path))) ? first : undefined
}

/** Nobody but its owner and group may write it. */
function isKept(path: string): boolean {
  return (statSync(path).mode & 0o002) === 0
}
