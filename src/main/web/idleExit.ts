const usualPollMs = 5_000

/**
 * Resolves once Parley has been unused for `limitMs` without interruption: no page is open and no agent works. Never
 * resolves if `limitMs` is absent. Checks every `pollMs`, using a clock that ignores time changes and sleep.
 */
export function waitUntilUnused({ limitMs, isInUse, pollMs = usualPollMs }: {
  limitMs: number | undefined
  isInUse: () => boolean
  pollMs?: number
}): Promise<void> {
  return new Promise((resolve) => {
    if (limitMs === undefined)
      return
    let usedAt = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      if (isInUse())
        usedAt = now
      else if (now - usedAt >= limitMs)
        end()
    }, Math.min(pollMs, limitMs))
    timer.unref()
    const end = (): void => {
      clearInterval(timer)
      resolve()
    }
  })
}
