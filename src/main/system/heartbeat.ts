const defaultIntervalMs = 5_000
/** A busy machine delays timers by less than this. A longer delay means that it slept or the clock was changed. */
const jumpMs = 10_000

/** Beats while the machine is awake, and reports jumps of the clock, such as after sleep. */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout
  #last: number

  /** `onJump` is called before `onBeat`. `byMs` is negative if the clock was set back. */
  constructor({
    onBeat,
    onJump,
    everyMs = defaultIntervalMs,
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
