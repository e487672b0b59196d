const usualEveryMs = 5_000
/** A busy machine is late by less than this; more is a machine that slept, or a clock that was set. */
const jumpMs = 10_000

/**
 * Beats while the machine is awake, and tells when the clock went on without it: time in which no one could have said
 * anything.
 */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout
  #last: number

  /** `onJump` comes before the beat; `byMs` is negative for a clock that was set back. */
  constructor({
    onBeat,
    onJump,
    everyMs = usualEveryMs,
    now = Date.now,
  }: {
    onBeat: () => void
    onJump: (byMs: number) => void
    everyMs?: number
    now?: () => number
  }) {
    this.#last = now()
    this.#timer = setInterval(() => {
      const at = now()
      const lateMs = at - this.#last - everyMs
      this.#last = at
      if (Math.abs(lateMs) > jumpMs)
        onJump(lateMs)
      onBeat()
    }, everyMs)
    this.#timer.unref()
  }

  dispose(): void {
    clearInterval(this.#timer)
  }
}
