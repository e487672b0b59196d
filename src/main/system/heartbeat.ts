const usualEveryMs = 5_000
/** Smaller delays come from a busy machine, larger ones from sleep or a set clock. */
const jumpMs = 10_000

/** Detects jumps of the clock, such as sleep, during which nothing could happen. */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout
  #last: number

  /** `onJump` is called before the beat. `byMs` is negative if the clock was set back. */
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
