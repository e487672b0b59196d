import { Buffer, isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** Far larger than settings, lists and manifests written by people and programs. */
export const maxPlainBytes = 1024 * 1024

interface Reading {
  readonly limitBytes?: number
  /** Throws for invalid UTF-8. Otherwise invalid bytes become U+FFFD, which must not be written back. */
  readonly isUtf8Only?: boolean
}

/** Reads a regular file as text. Throws for folders, pipes (which could block forever), and files above the limit. */
export function readPlainFile(path: string, { limitBytes = maxPlainBytes, isUtf8Only = false }: Reading = {}): string {
  const bytes = readPlainBytes(path, limitBytes)
  if (isUtf8Only && !isUtf8(bytes))
    throw new Error(`"${path}" is not in UTF-8. Save it in that encoding`)
  return bytes.toString('utf8')
}

/** Like `readPlainFile`, but returns bytes. */
export function readPlainBytes(path: string, limitBytes: number): Buffer {
  const file = openPlainFile(path)
  try {
    const found = fstatSync(file)
    if (found.size > limitBytes)
      throw createTooLargeError(path, limitBytes)
    // The file may grow while it is read.
    const bytes = Buffer.alloc(Math.min(found.size, limitBytes) + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, length)
    if (length > limitBytes)
      throw createTooLargeError(path, limitBytes)
    return bytes.subarray(0, length)
  }
  finally {
    closeSync(file)
  }
}

/** Opens a regular file, following links, without blocking. Throws for anything else, without opening it. */
export function openPlainFile(path: string): number {
  // Opening some devices has side effects, so check first. Only the check after opening is authoritative.
  if (!statSync(path).isFile())
    throw createNotFileError(path)
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
  if (fstatSync(file).isFile())
    return file
  closeSync(file)
  throw createNotFileError(path)
}

/** Like `readPlainFile`, but returns `undefined` instead of throwing. */
export function readPlainText(path: string): string | undefined {
  try {
    return readPlainFile(path)
  }
  catch {
    return undefined // the caller handles it
  }
}

/** Parses a JSON file; `undefined` if it is missing, unreadable or invalid. */
export function readPlainJson(path: string): unknown {
  try {
    return JSON.parse(readPlainFile(path))
  }
  catch {
    return undefined // the caller handles it
  }
}

function createNotFileError(path: string): Error {
  return new Error(`"${path}" is not a file. Move it away`)
}

function createTooLargeError(path: string, limitBytes: number): Error {
  return new Error(`"${path}" is larger than ${limitBytes / 1024} KB, so nothing of it was read`)
}
