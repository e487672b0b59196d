/** How many bytes `text` has as UTF-8. */
export function utf8Bytes(text: string): number {
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

/** A half of a surrogate pair counts for half of its four bytes. */
function bytesOf(codeUnit: number): number {
  if (codeUnit < 0x80)
    return 1
  return codeUnit < 0x800 || (codeUnit >= 0xD800 && codeUnit < 0xE000) ? 2 : 3
}

function isSecondHalf(codeUnit: number): boolean {
  return codeUnit >= 0xDC00 && codeUnit < 0xE000
}
