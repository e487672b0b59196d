import { opendirSync } from 'node:fs'
import { systemCode } from '../../../../shared/errors'

/** No more are looked at for a word of a command. */
const maxNames = 2_000

/**
 * The names in a folder, none where there is no such folder; `undefined` where that cannot be told, or they are too
 * many.
 */
export function namesIn(path: string): readonly string[] | undefined {
  try {
    const folder = opendirSync(path)
    try {
      const names: string[] = []
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (names.push(entry.name) > maxNames)
          return undefined
      }
      return names
    }
    finally {
      folder.closeSync()
    }
  }
  catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '') ? [] : undefined
  }
}
