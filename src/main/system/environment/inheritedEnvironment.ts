import type { Environment } from './mergeEnvironment'

/** Parley and Electron set these for their own process; other programs would misbehave under them. */
const ownVariables = /^(?:PARLEY_|ELECTRON_|NODE_OPTIONS$)/i

/** What a program that Parley starts inherits of its environment, without what also matches `except`. */
export function inheritedEnvironment(environment: Environment, except?: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((pair): pair is [string, string] => {
    const [name, value] = pair
    return value !== undefined && !ownVariables.test(name) && !except?.test(name)
  }))
}
