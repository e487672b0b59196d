/** A span of time as people say it: "0.2 s", "6 s", "1 min 12 s". */
export function durationWords(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1_000
  if (seconds > 0 && seconds < 1)
    return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60)
    return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
