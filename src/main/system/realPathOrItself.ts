import { realpathSync } from 'node:fs'

/** Resolves links in a path; returns it unchanged if it does not exist. Only for comparing paths. */
export function realPathOrItself(path: string): string {
  try {
    return realpathSync(path)
  }
  catch {
    return path // a missing folder contains nothing
  }
}
