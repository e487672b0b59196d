/** A number of bytes or characters as people say it. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000)
    return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A span of time as people say it: "0.2 s", "6 s", "1 min 12 s". */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 1)
    return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60)
    return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A value as readable JSON; a lone string stays itself. */
export function jsonWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) ?? ''
}

/** `file://` addresses as the path they name; any other as it is. */
export function pathWords(uri: string): string {
  if (!uri.startsWith('file://'))
    return uri
  try {
    return decodeURIComponent(new URL(uri).pathname)
  }
  catch {
    return uri // not an address after all: shown as it came
  }
}
