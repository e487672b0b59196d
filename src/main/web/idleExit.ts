const usualPollMs = 5_000

/**
 * Resolves once Parley has been unused for `limitMs` without a break: no page open and no agent at work. Never when
 * `limitMs` is absent. Looked at every `pollMs`; a clock that time changes and a machine that sleeps do not move is
 * used.
 */
export function unusedFor({ limitMs, isInUse, pollMs = usualPollMs }: {
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
