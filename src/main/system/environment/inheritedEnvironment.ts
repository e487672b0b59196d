import type { Environment } from './mergeEnvironment'
import { posix } from 'node:path'

/** Variables that Parley and Electron set for their own processes. Other programs would misbehave with them. */
const internalVariables = /^(?:PARLEY_|ELECTRON_|NODE_OPTIONS$)/i

/** The environment for child processes. Omits Parley's own variables and those that match `except`. */
export function createChildEnvironment(environment: Environment, except?: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((pair): pair is [string, string] => {
    const [name, value] = pair
    return value !== undefined && !internalVariables.test(name) && !except?.test(name)
  }))
}

/** Set by the AppImage runtime. Its mount disappears when Parley exits. */
const appImageVariables: readonly string[] = ['APPDIR', 'APPIMAGE', 'OWD', 'ARGV0']

/**
 * The environment of the process without variables that were set only for Parley: the desktop name of Electron's
 * windows, and the AppImage's folders in PATH, LD_LIBRARY_PATH and other lists.
 */
export function getUserEnvironment(environment: Environment, program = process.execPath): Environment {
  const { CHROME_DESKTOP: _, ...rest } = environment
  const { APPDIR: mount } = rest
  if (!mount || !program.startsWith(`${mount}/`))
    return rest
  return Object.fromEntries(Object.entries(rest).flatMap(([name, value]) => {
    if (appImageVariables.includes(name))
      return []
    const entries = value?.split(posix.delimiter) ?? []
    const kept = entries.filter(entry => entry !== mount && !entry.startsWith(`${mount}/`))
    return kept.length === entries.length
      ? [[name, value]]
      : kept.length === 0
        ? []
        : [[name, kept.join(posix.delimiter)]]
  }))
}
