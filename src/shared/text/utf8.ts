/** How many bytes `text` has as UTF-8. */
export function utf8ByteLength(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++)
    bytes += bytesOf(text.charCodeAt(index))
  return bytes
}

/** The end of `text` that has at most so many bytes as UTF-8. No character is cut in two. */
export function utf8Tail(text: string, limitBytes: number): string {
  let start = text.length
  for (let left = limitBytes; start > 0; start--) {
    left -= bytesOf(text.charCodeAt(start - 1))
    if (left < 0)
      break
  }
  return text.slice(isSecondHalf(text.charCodeAt(start)) ? start + 1 : start)
}

/**
 * Whether these bytes are UTF-8 throughout, as every reader takes it: nothing too long, no half of a pair, nothing cut
 * off.
 */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length;) {
    const length = lengthOfCharacter(bytes[index]!)
    if (length === 0 || index + length > bytes.length)
      return false
    let code = length === 1 ? bytes[index]! : bytes[index]! & (0x7F >> length)
    for (const next of bytes.subarray(index + 1, index + length)) {
      if ((next & 0xC0) !== 0x80)
        return false
      code = code << 6 | (next & 0x3F)
    }
    if (code < firstOfLength[length]! || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF)
      return false
    index += length
  }
  return true
}

const firstOfLength = [0, 0, 0x80, 0x800, 0x10000]

/** By its first byte; 0 where none begins so. */
function lengthOfCharacter(first: number): number {
  if (first < 0x80)
    return 1
  if (first < 0xC2 || first > 0xF4)
    return 0
  if (first < 0xE0)
    return 2
  return first < 0xF0 ? 3 : 4
}

/** A half of a surrogate pair counts for half of its four bytes. */
function bytesOf(codeUnit: number): number {
  if (codeUnit < 0x80)
    return 1
  return codeUnit < 0x800 || (codeUnit >= 0xD800 && codeUnit < 0xE000) ? 2 : 3
}

function isSecondHalf(codeUnit: number): boolean {
  return codeUnit >= 0xDC00 && codeUnit < 0xE000
}
