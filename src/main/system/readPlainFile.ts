import { Buffer, isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** Far above what people and programs write in settings, lists and manifests. */
export const maxPlainBytes = 1024 * 1024

interface Reading {
  readonly limitBytes?: number
  /** Other bytes are an error. Without it they become marks, which must not be written back. */
  readonly isUtf8Only?: boolean
}

/**
 * A file's text, at most so many bytes. Throws for anything else: a folder, a pipe (which could block forever), or a
 * larger file, of which nothing is read.
 */
export function readPlainFile(path: string, { limitBytes = maxPlainBytes, isUtf8Only = false }: Reading = {}): string {
  const bytes = readPlainBytes(path, limitBytes)
  if (isUtf8Only && !isUtf8(bytes))
    throw new Error(`"${path}" is not in UTF-8. Save it in that encoding`)
  return bytes.toString('utf8')
}

/** The same as its bytes. */
export function readPlainBytes(path: string, limitBytes: number): Buffer {
  const file = openPlainFile(path)
  try {
    const found = fstatSync(file)
    if (found.size > limitBytes)
      throw tooLarge(path, limitBytes)
    // It may grow while it is read.
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

/**
 * Opens a regular file, or one that a link leads to, without waiting for anyone. Throws for anything else, which is
 * not opened.
 */
export function openPlainFile(path: string): number {
  // Merely opening some devices has effects; the check after opening is the one that counts.
  if (!statSync(path).isFile())
    throw notFile(path)
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
  if (fstatSync(file).isFile())
    return file
  closeSync(file)
  throw notFile(path)
}

/** The same where only a whole text counts: `undefined` for whatever cannot be read so. */
export function readPlainText(path: string): string | undefined {
  try {
    return readPlainFile(path)
  }
  catch {
    return undefined // whoever asks decides what that means
  }
}

/** A file's JSON; `undefined` where it is missing, unreadable or damaged. */
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
