/** Formats durations, numbers and dates in the person's locale. */

/** Formats a number with the locale's separators. */
export function formatNumber(value: number): string {
  return value.toLocaleString()
}

/** Formats a duration: "0.2 s", "6 s", "1 min 12 s". */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1_000
  if (seconds > 0 && seconds < 1)
    return `${seconds.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`
  const whole = Math.round(seconds)
  if (whole < 60)
    return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Formats a time relative to now: just now, 5 min ago, 3 h ago, yesterday, then the date. */
export function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1)
    return 'just now'
  if (minutes < 60)
    return `${minutes} min ago`
  if (minutes < 12 * 60)
    return `${Math.floor(minutes / 60)} h ago`
  const days = toDayNumber(now) - toDayNumber(at)
  if (days === 0)
    return `${Math.floor(minutes / 60)} h ago`
  return days === 1 ? 'yesterday' : new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}

/** Formats a date with the year and the month's name. */
export function formatDate(at: number | string): string {
  return new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Formats a date and time, with a relative day if possible: "today, 9:42", "yesterday, 18:05". */
export function formatMoment(at: number, now: number): string {
  const date = new Date(at)
  const time = date.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
  const days = toDayNumber(now) - toDayNumber(at)
  if (days === 0 || days === 1)
    return `${days === 0 ? 'today' : 'yesterday'}, ${time}`
  return `${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })}, ${time}`
}

export function formatDateTime(at: number | string): string {
  return new Date(at).toLocaleString()
}

/** Formats a time of day. */
export function formatTime(at: number | string): string {
  return new Date(at).toLocaleTimeString()
}

/** Formats a time of day with milliseconds, in fixed width. */
export function formatExactTime(at: number): string {
  return `${new Date(at).toLocaleTimeString(undefined, { hour12: false })}.${String(at % 1000).padStart(3, '0')}`
}

/** Formats a value as readable JSON. Returns strings unchanged. */
export function formatJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) ?? ''
}

/** Counts the bytes of a base64 text. */
export function countBase64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : Number(data.endsWith('='))
  return Math.floor(data.length * 3 / 4) - padding
}

function toDayNumber(at: number): number {
  const date = new Date(at)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}
