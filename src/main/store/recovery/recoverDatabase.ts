import type Database from 'better-sqlite3'
import { renameSync, rmSync, statSync } from 'node:fs'
import { copiesOf, withCompanions } from './copies'
import { setAside } from './damagedFile'
import { salvage, type Salvaged } from './salvage'

/** What a person knows the tables by. Those of the threads' own words are missing: a notice in the thread says what it lost. */
const tableWords: Readonly<Record<string, string>> = {
  threads: 'the titles, agents and folders of threads',
  terminals: 'the output of terminals',
  decisions: 'the decision log',
  drafts: 'messages that were not sent yet',
  unsaved_files: 'unsaved text of open files',
  unsaved_bases: 'unsaved text of open files',
  unsaved_conflicts: 'unsaved text of open files',
  agent_options: 'what agents offer',
  agent_sign_ins: 'which agents want a sign-in',
  deleted_threads: 'which threads were deleted (one may be back)',
}

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
  { threads, incomplete, usedCopies, lostPermissions, partial }: Salvaged,
  { aside, newestCopy }: { aside: string | undefined, newestCopy: string | undefined },
): string {
  const what
    = aside === undefined
      ? 'The database was missing, and a new one was created.'
      : `The database was damaged. It was set aside as "${aside}" and a new one was created.`
  const unread = [...new Set(partial.flatMap(table => tableWords[table] ?? []))]
  if (threads === 0)
    return `${what} Nothing could be read from the damaged file${newestCopy === undefined ? '' : ' or its backups'}.`
  return [
    what,
    `${threads} ${threads === 1 ? 'thread was' : 'threads were'} recovered as far as possible.`,
    incomplete > 0 ? `${incomplete} of them lost something, as a notice in ${incomplete === 1 ? 'it' : 'them'} says.` : '',
    usedCopies && newestCopy !== undefined
      ? `Missing parts were taken from backups, the newest of ${new Date(statSync(newestCopy).mtimeMs).toLocaleString('en')}.`
      : '',
    unread.length > 0 ? `Not all could be read of: ${unread.join(', ')}.` : '',
    lostPermissions ? 'Remembered permissions could not be read: Parley will ask again.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
