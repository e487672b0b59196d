/** Busy-waits for another process, so that a kill can follow within microseconds. Returns whether `happened` holds. */
export function spinUntil(happened: () => boolean, { limitMs }: { limitMs: number }): boolean {
  for (const startedAt = performance.now(); performance.now() - startedAt < limitMs;) {
    if (happened())
      return true
  }
  return false
}
