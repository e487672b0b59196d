/** The UTF-8 length of `text` in bytes. */
export function countUtf8Bytes(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++)
    bytes += countCodeUnitBytes(text.charCodeAt(index))
  return bytes
}

/** The longest tail of `text` that fits into `limitBytes` as UTF-8. Characters are never split. */
export function takeUtf8Tail(text: string, limitBytes: number): string {
  let start = text.length
  for (let remaining = limitBytes; start > 0; start--) {
    remaining -= countCodeUnitBytes(text.charCodeAt(start - 1))
    if (remaining < 0)
      break
  }
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start)
}

/** Whether the bytes are valid UTF-8: no overlong forms, surrogates or truncated characters. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length;) {
    const length = getCharacterLength(bytes[index]!)
    if (length === 0 || index + length > bytes.length)
      return false
    let code = length === 1 ? bytes[index]! : bytes[index]! & (0x7F >> length)
    for (const next of bytes.subarray(index + 1, index + length)) {
      if ((next & 0xC0) !== 0x80)
        return false
      code = code << 6 | (next & 0x3F)
    }
    if (code < minCodePoint[length]! || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF)
      return false
    index += length
  }
  return true
}

const minCodePoint = [0, 0, 0x80, 0x800, 0x10000]

/** The length implied by the first byte; 0 if it is invalid. */
function getCharacterLength(first: number): number {
  if (first < 0x80)
    return 1
  if (first < 0xC2 || first > 0xF4)
    return 0
  if (first < 0xE0)
    return 2
  return first < 0xF0 ? 3 : 4
}

/** A surrogate counts for half of its pair's four bytes. */
function countCodeUnitBytes(codeUnit: number): number {
  if (codeUnit < 0x80)
    return 1
  return codeUnit < 0x800 || (codeUnit >= 0xD800 && codeUnit < 0xE000) ? 2 : 3
}

function isLowSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xDC00 && codeUnit < 0xE000
}
