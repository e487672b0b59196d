/** Formats a number of bytes (or characters): `512 B`, `34 kB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000)
    return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
