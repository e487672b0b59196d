import type { Environment } from './mergeEnvironment'
import { posix } from 'node:path'

/** Parley and Electron set these for their own process; other programs would misbehave under them. */
const ownVariables = /^(?:PARLEY_|ELECTRON_|NODE_OPTIONS$)/i

/** What a program that Parley starts inherits of its environment, without what also matches `except`. */
export function inheritedEnvironment(environment: Environment, except?: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((pair): pair is [string, string] => {
    const [name, value] = pair
    return value !== undefined && !ownVariables.test(name) && !except?.test(name)
  }))
}

/** Set by the runtime of an AppImage, which is a mount that goes with Parley. */
const ofAppImage: readonly string[] = ['APPDIR', 'APPIMAGE', 'OWD', 'ARGV0']

/**
 * The environment that Parley was started with, without what was set for Parley alone: the name by which Electron's
 * windows are known, and the AppImage's folders in PATH, LD_LIBRARY_PATH and other lists.
 */
export function personsEnvironment(environment: Environment, program = process.execPath): Environment {
  const { CHROME_DESKTOP: _, ...rest } = environment
  const { APPDIR: mount } = rest
  if (!mount || !program.startsWith(`${mount}/`))
    return rest
  return Object.fromEntries(Object.entries(rest).flatMap(([name, value]) => {
    if (ofAppImage.includes(name))
      return []
    const entries = value?.split(posix.delimiter) ?? []
    const kept = entries.filter(entry => entry !== mount && !entry.startsWith(`${mount}/`))
    return kept.length === entries.length ? [[name, value]] : kept.length === 0 ? [] : [[name, kept.join(posix.delimiter)]]
  }))
}
