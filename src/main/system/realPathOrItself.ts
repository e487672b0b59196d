import { realpathSync } from 'node:fs'

/** Resolves links; returns the path unchanged if that fails. Use it only for comparisons, not before opening a file. */
export function tryRealPath(path: string): string {
  try {
    return realpathSync(path)
  }
  catch {
    return path // a missing folder contains nothing that could match
  }
}
