import { Buffer } from 'node:buffer'
import { constants, openSync, readSync } from 'node:fs'

/**
 * Opens a file for reading without following links, blocking on pipes or acquiring a terminal. Throws system errors.
 */
export function openPlain(path: string): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
}

/** Reads the first `size` bytes of an open file, fewer if it is shorter. */
export function readBytes(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size)
  return bytes.subarray(0, readInto(bytes, file))
}

/** Fills the buffer from the start of an open file. Returns how many bytes were read. */
export function readInto(bytes: Buffer, file: number): number {
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(file, bytes, length, bytes.length - length, length)
  return length
}
