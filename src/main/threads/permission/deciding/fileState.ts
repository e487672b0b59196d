import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { maxPlainBytes } from '../../../system/readPlainFile'
import { plainConfig } from './plainConfig'

/** A file at one moment, as far as it decides what a command runs. */
export interface SeenFile {
  readonly path: string
  /** What it is remembered under: that a file is there and what it says are accepted one by one. */
  readonly name: string
  /** When it, or a link at its place, was last changed by anybody. */
  readonly changedAt: number
  /** The hash of what it says; `there` where only its presence counts. */
  readonly hash: string
  /** It could not be read as a whole, so nobody knows what it says. */
  readonly isUnknown?: boolean
  /** How much was read. */
  readonly bytes: number
}

/** What counts of a file: what it says, what git makes of its settings, or only that it is there. */
export type FileAspect = 'text' | 'config' | 'presence'

/** Larger files are not read, so once they change, every run is asked about. */
const maxBytes = 16 * 1024 * 1024
/** Settings are also searched for what they take in. */
const maxConfigBytes = maxPlainBytes

/** Set-uid and set-gid: whoever runs the file has its owner's rights, or its group's. */
const otherRights = 0o6000

/** Reads a file's state, no more than `most` bytes, and never throws. */
export function fileState(path: string, aspect: FileAspect, most = maxBytes): SeenFile {
  const name = aspect === 'presence' ? `${path} is there` : path
  try {
    const link = lstatSync(path)
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const before = fstatSync(descriptor)
      const changedAt = Math.max(link.ctimeMs, before.ctimeMs)
      if (aspect === 'presence')
        return { path, name, changedAt, hash: 'there', bytes: 0 }
      const bytes = readWhole(descriptor, before, Math.min(most, aspect === 'config' ? maxConfigBytes : maxBytes))
      if (bytes === undefined || fstatSync(descriptor).ctimeMs !== before.ctimeMs)
        return { path, name, changedAt, hash: `${before.ino} ${before.size} ${before.ctimeMs}`, isUnknown: true, bytes: bytes?.length ?? 0 }
      const content = aspect === 'config' ? plainConfig(bytes.toString('latin1')) : bytes
      const rights = (before.mode & otherRights) === 0 ? '' : ' with other rights'
      return { path, name, changedAt, hash: createHash('sha256').update(content).digest('hex') + rights, bytes: bytes.length }
    }
    finally {
      closeSync(descriptor)
    }
  }
  catch {
    return { path, name, changedAt: Infinity, hash: 'unreadable', isUnknown: true, bytes: 0 } // fails closed
  }
}

function readWhole(descriptor: number, status: Stats, most: number): Buffer | undefined {
  const { size } = status
  if (!status.isFile() || size > most)
    return undefined
  const bytes = Buffer.alloc(size + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(descriptor, bytes, length, bytes.length - length, null)
  return length === size ? bytes.subarray(0, length) : undefined
}
