import { isAscii, isUtf8 } from 'node:buffer'

/** Whole characters, as text and as valid UTF-8. */
export interface Characters {
  readonly text: string
  readonly bytes: Uint8Array
}

/**
 * Turns bytes that come in arbitrary pieces into whole characters.
 * An unfinished character is held back until the rest of it comes; what is not UTF-8 becomes U+FFFD.
 */
export class Utf8Stream {
  #rest: Buffer = nothing

  push(piece: Uint8Array): Characters {
    const all = this.#rest.length === 0 ? view(piece) : Buffer.concat([this.#rest, piece])
    const end = all.length - unfinishedLength(all)
    this.#rest = end === all.length ? nothing : Buffer.from(all.subarray(end)) // a copy: the piece is its owner's
    return decode(all.subarray(0, end))
  }

  /** What is left when nothing more will come. */
  end(): Characters {
    const rest = this.#rest
    this.#rest = nothing
    return decode(rest)
  }
}

function decode(bytes: Buffer): Characters {
  if (isAscii(bytes))
    return { text: bytes.toString('latin1'), bytes }
  const text = bytes.toString('utf8')
  return { text, bytes: isUtf8(bytes) ? bytes : Buffer.from(text) }
}

const nothing = Buffer.alloc(0)

/** How many bytes at the end begin a character that is not there in full. */
function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xC0) === 0x80)
      continue
    return characterLength(byte) > back ? back : 0
  }
  return 0
}

/** How many bytes the character has that begins with this one. */
function characterLength(byte: number): number {
  if (byte >= 0xF8)
    return 1
  if (byte >= 0xF0)
    return 4
  if (byte >= 0xE0)
    return 3
  return byte >= 0xC0 ? 2 : 1
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
