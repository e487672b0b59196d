import { Buffer, isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** Far above the size of settings, lists and manifests. */
export const maxPlainBytes = 1024 * 1024

interface Reading {
  readonly limitBytes?: number
  /** Throw for other bytes, instead of replacing them, which must not be written back. */
  readonly isUtf8Only?: boolean
}

/**
 * Reads a regular file's text. Throws for anything else: a folder, a pipe (which could block forever), or a file above
 * the limit.
 */
export function readPlainFile(path: string, { limitBytes = maxPlainBytes, isUtf8Only = false }: Reading = {}): string {
  const bytes = readPlainBytes(path, limitBytes)
  if (isUtf8Only && !isUtf8(bytes))
    throw new Error(`"${path}" is not in UTF-8. Save it in that encoding`)
  return bytes.toString('utf8')
}

/** The same as bytes. */
export function readPlainBytes(path: string, limitBytes: number): Buffer {
  const file = openPlainFile(path)
  try {
    const found = fstatSync(file)
    if (found.size > limitBytes)
      throw tooLarge(path, limitBytes)
    // It may be growing.
    const bytes = Buffer.alloc(Math.min(found.size, limitBytes) + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, length)
    if (length > limitBytes)
      throw tooLarge(path, limitBytes)
    return bytes.subarray(0, length)
  }
  finally {
    closeSync(file)
  }
}

/** Opens a regular file, following links, without blocking. Throws for anything else. */
export function openPlainFile(path: string): number {
  // Opening some devices has effects, hence this check; the one after opening decides.
  if (!statSync(path).isFile())
    throw notFile(path)
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
  if (fstatSync(file).isFile())
    return file
  closeSync(file)
  throw notFile(path)
}

/** The same, or `undefined` if it cannot be read. */
export function readPlainText(path: string): string | undefined {
  try {
    return readPlainFile(path)
  }
  catch {
    return undefined // the caller decides what that means
  }
}

/** A file's JSON; `undefined` if missing, unreadable or invalid. */
export function readPlainJson(path: string): unknown {
  try {
    return JSON.parse(readPlainFile(path))
  }
  catch {
    return undefined // whoever asks decides what that means
  }
}

function notFile(path: string): Error {
  return new Error(`"${path}" is not a file. Move it away`)
}

function tooLarge(path: string, limitBytes: number): Error {
  return new Error(`"${path}" is larger than ${limitBytes / 1024} KB, so nothing of it was read`)
}
