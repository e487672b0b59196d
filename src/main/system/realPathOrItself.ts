import { realpathSync } from 'node:fs'

/**
 * A path with its links followed; as it is where it leads nowhere. Only for paths that are compared: what is opened has
 * to be found.
 */
export function realPathOrItself(path: string): string {
  try {
    return realpathSync(path)
  }
  catch {
    return path // a folder that is not there holds nothing either
  }
}
