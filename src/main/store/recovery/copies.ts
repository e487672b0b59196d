import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Copies of a database that stand beside it, by what they are for. */
export type CopyKind = 'backup' | 'before-version' | 'corrupt'

/** The copies of one kind, newest first. They carry numbers that only grow: clocks may be set back. */
export function copiesOf(file: string, kind: CopyKind): string[] {
  const folder = dirname(file)
  const start = `${basename(file)}.${kind}-`
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter(name => name.startsWith(start) && !/\.part$|-wal$|-shm$|-journal$/.test(name))
  return names.sort((left, right) => left.localeCompare(right, 'en', { numeric: true })).reverse().map(name => join(folder, name))
}

/** A database and the files that SQLite keeps beside it. */
export function withCompanions(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]
}
