import type { Stats } from 'node:fs'
import { closeSync, fstatSync, lstatSync, readlinkSync } from 'node:fs'
import { absent, type FileState } from '../../fileState'
import { openPlain, readBytes } from '../../plainFile'
import { isSameFile, maxKeptBytes, toUnreadState } from '../../scan/readState'
import { hashBytes } from '../../store/contents'

/** A state on disk and the file's identity. `isOther`: neither a file nor a link, such as a folder. */
export interface DiskState {
  readonly state: FileState
  readonly stats?: Stats
  readonly isOther?: true
}

/**
 * Reads the state at `path`, whose folder is held open. Stores nothing, doesn't follow links, and opens only regular
 * files. Throws system errors.
 */
export function readDiskState(path: string): DiskState {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined)
    return { state: absent }
  if (stats.isSymbolicLink())
    return { state: { kind: 'link', hash: hashBytes(readlinkSync(path, { encoding: 'buffer' })) }, stats }
  if (!stats.isFile())
    return { state: absent, stats, isOther: true }
  return { state: stats.size > maxKeptBytes ? toUnreadState(stats) : readFileState(path, stats), stats }
}

function readFileState(path: string, stats: Stats): FileState {
  const file = openPlain(path)
  try {
    const hash = hashBytes(readBytes(file, stats.size))
    // A file that is being written never counts as being in the expected state.
    return isSameFile(fstatSync(file), stats) ? { kind: 'file', hash, mode: stats.mode & 0o7777 } : toUnreadState(stats)
  }
  finally {
    closeSync(file)
  }
}
