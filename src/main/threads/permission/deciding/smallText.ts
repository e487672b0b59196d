import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Longer files are not searched for what they take in. */
export const maxTextBytes = 1024 * 1024

/** What a file says; `undefined` where it is too long, no ordinary file, or cannot be read. */
export function smallText(path: string): string | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const status = fstatSync(descriptor)
      if (!status.isFile() || status.size > maxTextBytes)
        return undefined
      const bytes = Buffer.alloc(status.size)
      return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0))
    }
    finally {
      closeSync(descriptor)
    }
  }
  catch {
    return undefined // whoever searches it decides what that means
  }
}
