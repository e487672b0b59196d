import { opendirSync } from 'node:fs'
import { systemCode } from '../../../../shared/errors'

/** Maximum number of names checked for a word of a command. */
const maxNames = 2_000

/** Names in a folder, empty for a missing one; `undefined` if unknown or too many. */
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
