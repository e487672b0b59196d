/** Encodes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  // In parts, as the number of arguments of a call is limited.
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(binary)
}

/** Decodes base64. Returns `undefined` if the text is not base64. */
export function decodeBase64(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(data), character => character.charCodeAt(0))
  }
  catch {
    return undefined // the caller reports it
  }
}
