import Database from 'better-sqlite3'
import { getSystemCode, HostError } from '../../shared/errors'

const diskFullText = 'The disk is full: Parley cannot store this. Free some space and try again.'

/** Converts errors of the disk or the file to a `HostError`. Other errors are bugs and are returned unchanged. */
export function toStorageError(error: unknown): unknown {
  if (isDiskFull(error))
    return new HostError('storage', diskFullText, { cause: error })
  if (!(error instanceof Database.SqliteError))
    return error
  const words = describeCode(error.code)
  return words === undefined ? error : new HostError('storage', words, { cause: error })
}

/** Runs `work` and converts its storage errors. */
export function convertStorageErrors<T>(work: () => T): T {
  try {
    return work()
  }
  catch (error) {
    throw toStorageError(error)
  }
}

/** Whether the disk or the person's quota is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(getSystemCode(error) ?? '')
}

/** Whether SQLite reports that the file is damaged. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

/** Whether SQLite reports that the file can't be opened. */
export function isNotOpened(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CANTOPEN')
}

function describeCode(code: string): string | undefined {
  // Extended codes such as SQLITE_IOERR_WRITE begin with the primary code.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0]
  switch (plain) {
    case 'SQLITE_FULL':
      return diskFullText
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
