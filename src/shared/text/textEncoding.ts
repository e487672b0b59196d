import { isUtf8 } from './utf8'

/** An encoding of text that Parley reads, edits and keeps. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'latin1'

/**
 * `isSure`: the bytes are of that encoding. Otherwise they may be of another one, so that nothing can be written in it.
 */
export interface FoundEncoding {
  readonly encoding: TextEncoding
  readonly isSure: boolean
}

/** A PDF document, which is no text even where it is written in letters alone. */
const documentStart = '%PDF-'

/** The encoding of a whole file, for whoever reads or writes one; `undefined` where it holds no text. */
export function detectEncoding(
  bytes: Uint8Array,
  isUnicode: (bytes: Uint8Array) => boolean = isUtf8,
): FoundEncoding | undefined {
  const [first, second, third] = bytes
  if (first === 0xFF && second === 0xFE)
    return sure(isUtf16(bytes, 0) && 'utf-16le')
  if (first === 0xFE && second === 0xFF)
    return sure(isUtf16(bytes, 1) && 'utf-16be')
  if (bytes.includes(0) || [...documentStart].every((letter, index) => bytes[index] === letter.charCodeAt(0)))
    return undefined
  const hasMark = first === 0xEF && second === 0xBB && third === 0xBF
  return isUnicode(bytes) ? sure(hasMark ? 'utf-8-bom' : 'utf-8') : detectLatin1(bytes)
}

function sure(encoding: TextEncoding | false): FoundEncoding | undefined {
  return encoding === false ? undefined : { encoding, isSure: true }
}

/** Whole pairs of bytes, none of them NUL, and no half of a character. `low`: the place of the lower byte of a pair. */
function isUtf16(bytes: Uint8Array, low: 0 | 1): boolean {
  let isHalf = false
  for (let index = 2; index + 1 < bytes.length; index += 2) {
    const unit = bytes[index + low]! | bytes[index + 1 - low]! << 8
    const isSecond = unit >= 0xDC00 && unit < 0xE000
    if (unit === 0 || isHalf !== isSecond)
      return false
    isHalf = unit >= 0xD800 && unit < 0xDC00
  }
  return bytes.length % 2 === 0 && !isHalf
}

/** Letters with accents are rare in any language that Latin-1 was made for; its control characters are in no text. */
function detectLatin1(bytes: Uint8Array): FoundEncoding | undefined {
  let [high, odd] = [0, 0]
  for (const byte of bytes) {
    if (byte < 0x20 && !isUsualControl(byte))
      return undefined
    if (byte >= 0x80)
      high++
    if (byte >= 0x7F && byte < 0xA0)
      odd++
  }
  return { encoding: 'latin1', isSure: odd === 0 && high <= bytes.length / 3 }
}

/** Tab, line feed, form feed, carriage return, escape. */
function isUsualControl(byte: number): boolean {
  return (byte >= 0x09 && byte <= 0x0D) || byte === 0x1B
}
