/** A number of bytes or characters as people say it. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000)
    return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** How many bytes a base64 text stands for. */
export function base64Bytes(data: string): number {
  return Math.floor(data.length * 3 / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0)
}
