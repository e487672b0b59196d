import Database from 'better-sqlite3'
import { HostError, systemCode } from '../../shared/errors'

const fullWords = 'The disk is full: Parley cannot store this. Free some space and try again.'

/** A `HostError` if the disk or the file is at fault; anything else is a bug and stays as it is. */
export function asStorageError(error: unknown): unknown {
  if (isDiskFull(error))
    return new HostError('storage', fullWords, { cause: error })
  if (!(error instanceof Database.SqliteError))
    return error
  const words = wordsFor(error.code)
  return words === undefined ? error : new HostError('storage', words, { cause: error })
}

/** Whether the system says that there is no room. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')
}

/** Whether SQLite reports that the file is damaged. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

/** Whether the file cannot be opened. */
export function isNotOpened(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CANTOPEN')
}

function wordsFor(code: string): string | undefined {
  // Extended codes such as SQLITE_IOERR_WRITE begin with the plain one.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0]
  switch (plain) {
    case 'SQLITE_FULL':
      return fullWords
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return 'Another program is using Parley\'s database. Close it (perhaps a second Parley) and try again.'
    case 'SQLITE_READONLY':
    case 'SQLITE_PERM':
      return 'Parley\'s database cannot be written. Check the permissions of its data folder.'
    case 'SQLITE_CANTOPEN':
      return 'Parley\'s database cannot be opened. Check that its data folder exists and is writable.'
    case 'SQLITE_IOERR':
      return 'Writing to the disk failed: a quota may be used up, or the disk is failing. Free some space or check it, then try again.'
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return 'Parley\'s database is damaged. Restart Parley: it sets the file aside and recovers what can be read.'
    default:
      return undefined
  }
}
