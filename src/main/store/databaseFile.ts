import { Buffer } from 'node:buffer'
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { HostError } from '../../shared/errors'
import { readPlainText } from '../system/readPlainFile'
import { replaceFileText } from '../system/replaceFileText'

/** Resolves a link to the database, because SQLite's and Parley's companion files belong beside its target. */
export function resolveFile(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (isLink && !existsSync(path)) {
    throw new HostError(
      'storage',
      `"${path}" is a link to a missing database. Restore that (is its disk connected?), or remove the link to start afresh.`,
    )
  }
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new HostError(
      'storage',
      `"${path}" should be Parley's database but is not a file. Move it away and restart Parley, or choose another folder with --data-dir.`,
    )
  }
  return isLink ? realpathSync(path) : path
}

/** Throws if a link leads to a file that isn't a database, because recovery would move that file away. */
export function assertOwnFile(file: string, { path, marks }: { path: string, marks: DatabaseMarks }): void {
  if (file === path || marks.wasCreated || !existsSync(file) || statSync(file).size === 0 || hasDatabaseHeader(file))
    return
  throw new HostError(
    'storage',
    `"${path}" is a link to "${file}", which is not a database and was not touched.`
    + ' Remove the link, or choose another folder with --data-dir.',
  )
}

function hasDatabaseHeader(file: string): boolean {
  const mark = Buffer.alloc(16)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, mark, 0, mark.length, 0)
  }
  finally {
    closeSync(handle)
  }
  return mark.toString('latin1') === 'SQLite format 3\0'
}

/** Marker files beside a database, for states that the database itself can't store. */
export class DatabaseMarks {
  readonly #made: string
  readonly #damaged: string

  constructor(file: string) {
    this.#made = `${file}.made`
    this.#damaged = `${file}.damaged`
  }

  /** Whether the database was ever created, because SQLite takes an empty file for an empty database. */
  get wasCreated(): boolean {
    return existsSync(this.#made)
  }

  /** Whether it was left open. The write-ahead log is then part of it. */
  get wasLeftOpen(): boolean {
    return readPlainText(this.#made) === 'open'
  }

  /** Whether something in it could not be read. */
  get isDamaged(): boolean {
    return existsSync(this.#damaged)
  }

  markOpen(): void {
    replaceFileText(this.#made, 'open', { isDurable: false }) // replaces whatever has its name, such as a pipe
    rmSync(this.#damaged, { force: true })
  }

  markClosed(): void {
    if (this.wasLeftOpen)
      this.#try(() => writeFileSync(this.#made, 'closed'))
  }

  markDamaged(): void {
    this.#try(() => writeFileSync(this.#damaged, ''))
  }

  /** Ignores a disk that can't be written: the next start then makes an extra check or finds the damage again. */
  #try(write: () => void): void {
    try {
      write()
    }
    catch {
      // Harmless, as explained above.
    }
  }
}
