import { posix, win32 } from 'node:path'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Variables of the shell process that was started to read the environment. */
const readerVariables = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD', 'ELECTRON_RUN_AS_NODE'])
const defaultPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/** Merges the shell's environment over that of this process. PATH combines both; HOME and PATH are always set. */
export function mergeShellEnvironment({ own, shell, home }: {
  own: Environment
  shell: Environment
  home: string
}): Environment {
  const kept = Object.entries(shell).filter(([name]) => !readerVariables.has(name))
  return {
    ...own,
    ...Object.fromEntries(kept),
    HOME: shell.HOME || own.HOME || home,
    PATH: joinPaths([shell.PATH, own.PATH], posix.delimiter) || defaultPath,
  }
}

/** Windows: adds variables of the registry to those of this process. Names are case-insensitive. */
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
    [own, machine, user].map(variables =>
      Object.entries(variables).find(([name]) => name.toUpperCase() === 'PATH')?.[1],
    ),
    win32.delimiter,
  )
  return { HOME: home, ...Object.fromEntries(merged.values()), [pathName]: path }
}

function joinPaths(paths: readonly (string | undefined)[], delimiter: string): string {
  return [...new Set(paths.flatMap(path => path?.split(delimiter) ?? []).filter(entry => entry !== ''))].join(delimiter)
}
