import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The kinds of copies beside a database. */
type CopyKind = 'backup' | 'before-version' | 'corrupt'

/**
 * Lists the copies of one kind, newest first. Ordered by their increasing numbers, because clocks may be set back.
 * Leaves out links to anything but a file: opening a pipe could block forever.
 */
export function listCopies(file: string, kind: CopyKind): string[] {
  const folder = dirname(file)
  const start = `${basename(file)}.${kind}-`
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() || (entry.isSymbolicLink() && isFile(join(folder, entry.name))))
    .map(({ name }) => name)
    .filter(name => name.startsWith(start) && !/\.part$|-wal$|-shm$|-journal$/.test(name))
  return names.sort((left, right) => left.localeCompare(right, 'en', { numeric: true }))
    .reverse()
    .map(name => join(folder, name))
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  }
  catch {
    return false // a dangling or circular link
  }
}

/** Returns a database's file and the files that SQLite keeps beside it. */
export function listCompanions(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]
}
