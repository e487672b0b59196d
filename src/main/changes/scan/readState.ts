import type { Stats } from 'node:fs'
import type { Contents } from '../store/contents'
import { closeSync, fstatSync, lstatSync, readlinkSync } from 'node:fs'
import { systemCode } from '../../../shared/errors'
import { isDiskFull } from '../../store/storageError'
import { absent, type FileState } from '../fileState'
import { openPlain, readInto } from '../plainFile'

/** Larger files are not reviewed as text, and each change of one would take as much space again. */
export const maxKeptBytes = 64 * 1024 * 1024
/** How often reading is tried while the file is being written, before it is left for later. */
const maxAttempts = 3
const isLinux = process.platform === 'linux'

/** Where contents go, and which of them. */
export interface Reading {
  readonly contents: Contents
  readonly mayKeep: (size: number) => boolean
}

/** What is at a path, and how the system describes it; without `stats`: nothing that is recorded. */
export interface FoundState {
  readonly state: FileState
  readonly stats?: Stats
  /** It was being written all the time, and has to be looked at again. */
  readonly isTorn?: true
  /** There was no space for it. */
  readonly isRefused?: true
}

/**
 * Looks at a path and keeps what is there. Never follows a link, and opens regular files only: a pipe could block for
 * ever. `mayKeep` is asked with the size; what is refused, or cannot be read, is known by its size and time. Throws as
 * `tryLstat` does.
 */
export function readState(path: string, { contents, mayKeep }: Reading): FoundState {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stats = tryLstat(path)
    if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink()))
      return { state: absent }
    if (stats.isFile() && stats.size > maxKeptBytes)
      return { state: statsOnly(stats), stats }
    if (stats.isFile() && !mayKeep(stats.size))
      return { state: statsOnly(stats), stats, isRefused: true }
    try {
      const state = stats.isFile() ? readFile(path, stats, contents) : readLink(path, contents)
      if (state !== undefined)
        return { state, stats }
    }
    catch (error) {
      if (!transientCodes.has(systemCode(error) ?? ''))
        return unreadable(error, stats)
    }
  }
  const stats = tryLstat(path)
  return stats?.isFile() ? { state: statsOnly(stats), stats, isTorn: true } : { state: absent }
}

/**
 * `undefined` where nothing is there. Throws where that is unknown, because a folder on the way is closed to this
 * person.
 */
export function tryLstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  }
  catch (error) {
    if (transientCodes.has(systemCode(error) ?? ''))
      return undefined
    throw error
  }
}

/** What is known of a file without reading it. */
export function statsOnly({ size, mtimeMs, mode }: Stats): FileState {
  return { kind: 'unkept', size, mtimeMs, mode: mode & 0o7777 }
}

/** Whether two looks found the same file, untouched in between. */
export function isSameFile(one: Stats, other: Stats): boolean {
  return one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs && one.size === other.size && one.ino === other.ino
    && one.mode === other.mode
}

/** The errors of a file that went, or was replaced, between two calls. */
const transientCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EINVAL', 'EISDIR', 'ENXIO', 'ENAMETOOLONG'])

function unreadable(error: unknown, stats: Stats): FoundState {
  if (systemCode(error) === undefined)
    throw error // of the store: not this file's fault
  return { state: statsOnly(stats), stats, ...isDiskFull(error) && { isRefused: true } }
}

function readLink(path: string, contents: Contents): FileState {
  return { kind: 'link', hash: contents.keep(readlinkSync(path, { encoding: 'buffer' })) }
}

/** `undefined` when it changed meanwhile. */
function readFile(path: string, stats: Stats, contents: Contents): FileState | undefined {
  const file = openPlain(path)
  try {
    // A folder on the way may have been exchanged for a link.
    if (isLinux && readlinkSync(`/proc/self/fd/${file}`) !== path)
      return undefined
    if (!isSameFile(fstatSync(file), stats))
      return undefined
    const hash = contents.keepRead(stats.size, into => readInto(into, file))
    return isSameFile(fstatSync(file), stats) ? { kind: 'file', hash, mode: stats.mode & 0o7777 } : undefined
  }
  finally {
    closeSync(file)
  }
}
