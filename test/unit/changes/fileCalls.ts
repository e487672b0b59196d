import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const names = [
  'openSync',
  'writeFileSync',
  'fsyncSync',
  'fchmodSync',
  'closeSync',
  'linkSync',
  'symlinkSync',
  'renameSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
  'rmdirSync',
] as const

/**
 * Counts the calls that change files, all over this process. `before`: gets the number of each right before it is made.
 */
export function countFileCalls(
  before: (count: number) => void,
): { reset: () => void, count: () => number, restore: () => void } {
  let count = 0
  let isInside = false
  const own = Object.fromEntries(names.map(name => [name, fs[name]]))
  for (const name of names) {
    const call = fs[name] as (...words: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...words: unknown[]) => {
        if (!isInside) {
          isInside = true
          before(++count)
          isInside = false
        }
        return call(...words)
      },
    })
  }
  syncBuiltinESMExports()
  return {
    reset: () => void (count = 0),
    count: () => count,
    restore: () => {
      Object.assign(fs, own)
      syncBuiltinESMExports()
    },
  }
}
