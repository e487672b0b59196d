import { posix, win32 } from 'node:path'

/** Variables by name, as Node has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** They describe the shell that was started for reading, not the person's. */
const ofReading = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD', 'ELECTRON_RUN_AS_NODE'])
const usualPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/**
 * The person's environment: what their shell has, over what this process has. PATH has the entries of both; HOME and
 * PATH are always there.
 */
export function mergeShellEnvironment({ own, told, home }: { own: Environment, told: Environment, home: string }): Environment {
  const kept = Object.entries(told).filter(([name]) => !ofReading.has(name))
  return {
    ...own,
    ...Object.fromEntries(kept),
    HOME: told.HOME || own.HOME || home,
    PATH: joinPaths([told.PATH, own.PATH], posix.delimiter) || usualPath,
  }
}

/** On Windows: what this process has, then what the registry has gained since. Names are the same in any case there. */
export function mergeRegistryEnvironment({
  own,
  machine,
  user,
  home,
}: {
  own: Environment
  machine: Environment
  user: Environment
  home: string
}): Environment {
  const merged = new Map<string, [name: string, value: string | undefined]>()
  for (const variables of [own, user, machine]) {
    for (const [name, value] of Object.entries(variables)) {
      if (!merged.has(name.toUpperCase()))
        merged.set(name.toUpperCase(), [name, value])
    }
  }
  const [pathName] = merged.get('PATH') ?? ['Path']
  const path = joinPaths(
    [own, machine, user].map(variables => Object.entries(variables).find(([name]) => name.toUpperCase() === 'PATH')?.[1]),
    win32.delimiter,
  )
  return { HOME: home, ...Object.fromEntries(merged.values()), [pathName]: path }
}

function joinPaths(paths: readonly (string | undefined)[], delimiter: string): string {
  return [...new Set(paths.flatMap(path => path?.split(delimiter) ?? []).filter(entry => entry !== ''))].join(delimiter)
}
