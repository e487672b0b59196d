import type Database from 'better-sqlite3'
import { renameSync, rmSync, statSync } from 'node:fs'
import { copiesOf, withCompanions } from './copies'
import { setAside } from './damagedFile'
import { salvage, type Salvaged } from './salvage'

/**
 * Replaces a damaged or missing database by a new one with everything that can be recovered, and says in words what that was. The new one
 * is built under another name and renamed at the end: if it is interrupted anywhere, the next start begins again.
 */
export function recoverDatabase(file: string, { make }: { make: (file: string) => Database.Database }): string {
  const aside = setAside(file)
  const part = `${file}.recovering`
  withCompanions(part).forEach(name => rmSync(name, { force: true }))
  const copies = [...copiesOf(file, 'backup'), ...copiesOf(file, 'before-version')]
  const fresh = make(part)
  let salvaged: Salvaged
  try {
    salvaged = salvage({ damaged: aside, file, copies, into: fresh })
  }
  finally {
    fresh.close()
  }
  renameSync(part, file)
  return wordsFor(salvaged, { aside, newestCopy: copies[0] })
}

function wordsFor(
  { threads, incomplete, usedCopies, lostPermissions }: Salvaged,
  { aside, newestCopy }: { aside: string | undefined, newestCopy: string | undefined },
): string {
  const what
    = aside === undefined
      ? 'The database was missing, and a new one was created.'
      : `The database was damaged. It was set aside as "${aside}" and a new one was created.`
  if (threads === 0)
    return `${what} Nothing could be read from the damaged file${newestCopy === undefined ? '' : ' or its backups'}.`
  return [
    what,
    `${threads} ${threads === 1 ? 'thread was' : 'threads were'} recovered as far as possible.`,
    incomplete > 0 ? `${incomplete} of them lost something, as a notice in ${incomplete === 1 ? 'it' : 'them'} says.` : '',
    usedCopies && newestCopy !== undefined
      ? `Missing parts were taken from backups, the newest of ${new Date(statSync(newestCopy).mtimeMs).toLocaleString('en')}.`
      : '',
    lostPermissions ? 'Remembered permissions could not be read: Parley will ask again.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
