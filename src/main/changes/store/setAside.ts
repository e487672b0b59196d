import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { withCompanions } from '../../store/recovery/copies'

const asideEnd = '.damaged'
/** An unreadable ledger is kept for diagnosis only. */
const keptMs = 7 * 24 * 3_600_000

/** Gives the files of a database that cannot be used other names. */
export function setAside(file: string): void {
  for (const part of withCompanions(file)) {
    try {
      renameSync(part, `${part}${asideEnd}`)
    }
    catch (error) {
      if (systemCode(error) !== 'ENOENT')
        throw error
    }
  }
}

/** Deletes what was set aside in a ledger's folder long ago, or all of it where `now` is `Infinity`. */
export function removeSetAside(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder).filter(name => name.endsWith(asideEnd))) {
    const path = join(folder, name)
    // When it got its name, not when it was last written.
    if (now - (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? now) > keptMs)
      rmSync(path, { force: true })
  }
}
