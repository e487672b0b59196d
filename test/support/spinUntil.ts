/**
 * Waits for what another process does without a pause, so that a kill that follows strikes within microseconds. Whether
 * it happened.
 */
export function spinUntil(happened: () => boolean, { limitMs }: { limitMs: number }): boolean {
  for (const startedAt = performance.now(); performance.now() - startedAt < limitMs;) {
    if (happened())
      return true
  }
  return false
}
