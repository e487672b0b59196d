const escape = 0x1B
const del = 0x7F
/** The first byte of U+0080 to U+00BF in UTF-8; the C1 controls are the first half of these. */
const c1Lead = 0xC2

/**
 * Whether UTF-8 holds anything that is neither text nor a line's end. Looking at each byte would take longer than everything else that
 * is done with it, so four are looked at together, and one by one only where one of them is below 0x20.
 */
export function hasControls(bytes: Uint8Array): boolean {
  if (bytes.includes(escape) || bytes.includes(del) || bytes.includes(c1Lead))
    return true
  const unaligned = (4 - bytes.byteOffset % 4) % 4
  if (bytes.length < unaligned + 4)
    return hasControlBetween(bytes, 0, bytes.length)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + unaligned, (bytes.length - unaligned) >> 2)
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (((word - 0x20202020) & ~word & 0x80808080) !== 0 && hasControlBetween(bytes, unaligned + index * 4, unaligned + index * 4 + 4))
      return true
  }
  return hasControlBetween(bytes, 0, unaligned) || hasControlBetween(bytes, unaligned + words.length * 4, bytes.length)
}

function hasControlBetween(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0A && byte !== 0x0D)
      return true
  }
  return false
}
