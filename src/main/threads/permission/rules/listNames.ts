import { opendirSync } from 'node:fs'
import { systemCode } from '../../../../shared/errors'

/** Maximum number of names checked for a word of a command. */
const maxNames = 2_000

/** Lists the names in a folder. Returns none for a missing one, and `undefined` if unknown or too many. */
export function listNames(path: string): readonly string[] | undefined {
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
