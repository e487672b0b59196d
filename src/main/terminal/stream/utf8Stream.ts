import { isAscii, isUtf8 } from 'node:buffer'

/** Whole characters, as text and as valid UTF-8. */
export interface Characters {
  readonly text: string
  readonly bytes: Uint8Array
}

/**
 * Decodes chunks of bytes into whole characters. Holds an incomplete character, and replaces invalid UTF-8 with U+FFFD.
 */
export class Utf8Stream {
  #rest: Buffer = empty

  push(chunk: Uint8Array): Characters {
    const all = this.#rest.length === 0 ? toBuffer(chunk) : Buffer.concat([this.#rest, chunk])
    const end = all.length - countIncompleteBytes(all)
    this.#rest = end === all.length ? empty : Buffer.from(all.subarray(end)) // a copy, because the caller reuses the chunk
    return decode(all.subarray(0, end))
  }

  /** Flushes an incomplete character at the end of the stream. */
  end(): Characters {
    const rest = this.#rest
    this.#rest = empty
    return decode(rest)
  }
}

function decode(bytes: Buffer): Characters {
  if (isAscii(bytes))
    return { text: bytes.toString('latin1'), bytes }
  const text = bytes.toString('utf8')
  return { text, bytes: isUtf8(bytes) ? bytes : Buffer.from(text) }
}

const empty = Buffer.alloc(0)

/** Number of bytes of an incomplete character at the end. */
function countIncompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xC0) === 0x80)
      continue
    return getCharacterLength(byte) > back ? back : 0
  }
  return 0
}

/** Length of the character with this lead byte. */
function getCharacterLength(byte: number): number {
  if (byte >= 0xF8)
    return 1
  if (byte >= 0xF0)
    return 4
  if (byte >= 0xE0)
    return 3
  return byte >= 0xC0 ? 2 : 1
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
