import type { Stats } from 'node:fs'
import type { Contents } from '../store/contents'
import { closeSync, fstatSync, lstatSync, readlinkSync } from 'node:fs'
import { getSystemCode } from '../../../shared/errors'
import { isDiskFull } from '../../store/storageError'
import { absent, type FileState } from '../fileState'
import { openPlain, readInto } from '../plainFile'

/** Larger files are not reviewed as text, and each change would take as much space again. */
export const maxKeptBytes = 64 * 1024 * 1024
/** Attempts to read a file that is being written, before it is left for later. */
const maxAttempts = 3
const isLinux = process.platform === 'linux'

/** Where to store contents, and which ones. */
export interface Reading {
  readonly contents: Contents
  readonly mayKeep: (size: number) => boolean
}

/** A state with its stats; no `stats` if there is nothing to record. */
export interface FoundState {
  readonly state: FileState
  readonly stats?: Stats
  /** The file was being written and has to be reread. */
  readonly isTorn?: true
  /** The content did not fit. */
  readonly isRefused?: true
}

/**
 * Reads a path and keeps its content. Never follows links, and opens only regular files, because a pipe could block
 * forever. Files that `mayKeep` refuses by size, or that are unreadable, are known only by size and time. Throws like
 * `tryLstat`.
 */
export function readState(path: string, { contents, mayKeep }: Reading): FoundState {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stats = tryLstat(path)
    if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink()))
      return { state: absent }
    if (stats.isFile() && stats.size > maxKeptBytes)
      return { state: toUnreadState(stats), stats }
    if (stats.isFile() && !mayKeep(stats.size))
      return { state: toUnreadState(stats), stats, isRefused: true }
    try {
      const state = stats.isFile() ? readFile(path, stats, contents) : readLink(path, contents)
      if (state !== undefined)
        return { state, stats }
    }
    catch (error) {
      if (!transientCodes.has(getSystemCode(error) ?? ''))
        return toUnreadableState(error, stats)
    }
  }
  const stats = tryLstat(path)
  return stats?.isFile() ? { state: toUnreadState(stats), stats, isTorn: true } : { state: absent }
}

/** Returns `undefined` if nothing exists there. Throws if a parent folder is inaccessible. */
export function tryLstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  }
  catch (error) {
    if (transientCodes.has(getSystemCode(error) ?? ''))
      return undefined
    throw error
  }
}

/** The state of a file that is not read. */
export function toUnreadState({ size, mtimeMs, mode }: Stats): FileState {
  return { kind: 'unkept', size, mtimeMs, mode: mode & 0o7777 }
}

/** Whether both stats are of the same, unchanged file. */
export function isSameFile(one: Stats, other: Stats): boolean {
  return one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs && one.size === other.size && one.ino === other.ino
    && one.mode === other.mode
}

/** Errors of a file that was deleted or replaced between two calls. */
const transientCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EINVAL', 'EISDIR', 'ENXIO', 'ENAMETOOLONG'])

function toUnreadableState(error: unknown, stats: Stats): FoundState {
  if (getSystemCode(error) === undefined)
    throw error // the store's error, not this file's
  return { state: toUnreadState(stats), stats, ...isDiskFull(error) && { isRefused: true } }
}

function readLink(path: string, contents: Contents): FileState {
  return { kind: 'link', hash: contents.keep(readlinkSync(path, { encoding: 'buffer' })) }
}

/** Returns `undefined` if the file changed meanwhile. */
function readFile(path: string, stats: Stats, contents: Contents): FileState | undefined {
  const file = openPlain(path)
  try {
    // A parent folder may have been replaced by a link.
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
