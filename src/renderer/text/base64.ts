/** The bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // In parts, because a call takes a bounded number of arguments.
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(binary)
}

/** The bytes that a base64 text stands for; `undefined` if it is not base64. */
export function bytesOfBase64(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(data), character => character.charCodeAt(0))
  }
  catch {
    return undefined // not base64: the caller says so
  }
}
