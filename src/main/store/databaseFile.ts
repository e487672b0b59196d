import { Buffer } from 'node:buffer'
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { HostError } from '../../shared/errors'

/** The target of a link: the files that SQLite and Parley keep beside the database belong there. */
export function fileAt(path: string): string {
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

/** A link may lead to a file that never was a database: setting that aside would take it from its owner. */
export function refuseForeignFile(file: string, { path, marks }: { path: string, marks: DatabaseMarks }): void {
  if (file === path || marks.wasMade || !existsSync(file) || statSync(file).size === 0 || beginsAsDatabase(file))
    return
  throw new HostError(
    'storage',
    `"${path}" is a link to "${file}", which is not a database and was not touched.`
    + ' Remove the link, or choose another folder with --data-dir.',
  )
}

function beginsAsDatabase(file: string): boolean {
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

/** Small files beside a database, for what it cannot tell itself. */
export class DatabaseMarks {
  readonly #made: string
  readonly #damaged: string

  constructor(file: string) {
    this.#made = `${file}.made`
    this.#damaged = `${file}.damaged`
  }

  /** Whether it ever held something: an empty file is an empty database to SQLite. */
  get wasMade(): boolean {
    return existsSync(this.#made)
  }

  /** Whether it was not closed: then the write-ahead log is a part of it. */
  get wasLeftOpen(): boolean {
    return this.wasMade && readFileSync(this.#made, 'utf8') === 'open'
  }

  /** Whether something in it could not be read. */
  get isDamaged(): boolean {
    return existsSync(this.#damaged)
  }

  noteOpen(): void {
    writeFileSync(this.#made, 'open')
    rmSync(this.#damaged, { force: true })
  }

  noteClosed(): void {
    if (this.wasLeftOpen)
      this.#try(() => writeFileSync(this.#made, 'closed'))
  }

  noteDamage(): void {
    this.#try(() => writeFileSync(this.#damaged, ''))
  }

  /** A disk that takes nothing: then the next start looks once more than it needs, or meets the damage again. */
  #try(write: () => void): void {
    try {
      write()
    }
    catch {
      // Nothing is lost with it, as said above.
    }
  }
}
