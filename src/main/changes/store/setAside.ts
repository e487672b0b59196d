import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemCode } from '../../../shared/errors'
import { listCompanions } from '../../store/recovery/copies'

const asideEnd = '.damaged'
/** Unreadable ledgers are kept only for diagnosis. */
const keptMs = 7 * 24 * 3_600_000

/** Renames the files of an unusable database. */
export function setAside(file: string): void {
  for (const part of listCompanions(file)) {
    try {
      renameSync(part, `${part}${asideEnd}`)
    }
    catch (error) {
      if (getSystemCode(error) !== 'ENOENT')
        throw error
    }
  }
}

/** Deletes old set-aside files in a ledger's folder; all of them if `now` is `Infinity`. */
export function removeSetAside(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder).filter(name => name.endsWith(asideEnd))) {
    const path = join(folder, name)
    // The time of the rename, not of the last write.
    if (now - (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? now) > keptMs)
      rmSync(path, { force: true })
  }
}
