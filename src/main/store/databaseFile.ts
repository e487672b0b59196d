import type { DatabaseMarks } from './recovery/databaseMarks'
import { Buffer } from 'node:buffer'
import { closeSync, existsSync, lstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
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
