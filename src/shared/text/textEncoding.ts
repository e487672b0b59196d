import { isUtf8 } from './utf8'

/** A text encoding that Parley can read and write. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'latin1'

/** `isSure`: the bytes are certainly in that encoding. Otherwise it is a guess and the file must not be written. */
export interface DetectedEncoding {
  readonly encoding: TextEncoding
  readonly isSure: boolean
}

/** A PDF is binary, even if its bytes are all ASCII. */
const pdfStart = '%PDF-'

/** Detects the encoding of a whole file; `undefined` if it is not text. */
export function detectEncoding(
  bytes: Uint8Array,
  isUnicode: (bytes: Uint8Array) => boolean = isUtf8,
): DetectedEncoding | undefined {
  const [first, second, third] = bytes
  if (first === 0xFF && second === 0xFE)
    return toDetected(isUtf16(bytes, 0) && 'utf-16le')
  if (first === 0xFE && second === 0xFF)
    return toDetected(isUtf16(bytes, 1) && 'utf-16be')
  if (bytes.includes(0) || [...pdfStart].every((letter, index) => bytes[index] === letter.charCodeAt(0)))
    return undefined
  const hasMark = first === 0xEF && second === 0xBB && third === 0xBF
  return isUnicode(bytes) ? toDetected(hasMark ? 'utf-8-bom' : 'utf-8') : detectLatin1(bytes)
}

function toDetected(encoding: TextEncoding | false): DetectedEncoding | undefined {
  return encoding === false ? undefined : { encoding, isSure: true }
}

/** Whether the bytes are valid UTF-16 without NUL. `low`: the index of the low byte in each pair. */
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

/** Detects Latin-1. Accented letters are rare in its languages, and its control characters do not occur in text. */
function detectLatin1(bytes: Uint8Array): DetectedEncoding | undefined {
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
