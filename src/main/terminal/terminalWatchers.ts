import type { TerminalView } from '../../shared/contract/terminalView'

/** Output for watchers. `offset` is the end of `data`, in characters since the start of the terminal. */
export interface TerminalOutput {
  readonly terminalId: string
  readonly data: string
  readonly offset: number
}

/** A window that displays a terminal. */
export interface TerminalListener {
  readonly onOutput: (output: TerminalOutput) => void
  /** The terminal's state has changed, for example because its command exited. */
  readonly onChange: (view: TerminalView) => void
}

/** A window's subscription to a terminal. */
export interface TerminalWatch {
  /** Acknowledges that the window has drawn the output up to `offset`. */
  ack(offset: number): void
  stop(): void
  /**
   * The offset up to which output was sent to any window before. Programs no longer wait for responses to that output.
   */
  readonly shownBefore: number
  /** Whether it is the oldest current watcher. */
  readonly isFirst: boolean
}

/** The watchers of a terminal, and how much output each has drawn. */
export class TerminalWatchers {
  /** The offset that each watcher has drawn. */
  readonly #drawn = new Map<TerminalListener, number>()
  readonly #onCaughtUp: () => void
  #sent = 0
  #shown = 0

  /** `onCaughtUp` is called when a watcher has drawn output or was removed. */
  constructor(onCaughtUp: () => void = () => undefined) {
    this.#onCaughtUp = onCaughtUp
  }

  get isEmpty(): boolean {
    return this.#drawn.size === 0
  }

  /** Number of characters that the slowest watcher still has to draw. */
  get backlog(): number {
    return this.isEmpty ? 0 : this.#sent - Math.min(...this.#drawn.values())
  }

  /** Adds a watcher whose view ends at `offset`. */
  add(listener: TerminalListener, offset: number): TerminalWatch {
    const shownBefore = this.#shown
    this.#shown = this.#sent = offset
    this.#drawn.set(listener, offset)
    const isFirst = (): boolean => this.#drawn.keys().next().value === listener
    return {
      shownBefore,
      get isFirst() {
        return isFirst()
      },
      ack: (drawn) => {
        const before = this.#drawn.get(listener)
        if (before === undefined)
          return
        this.#drawn.set(listener, Math.min(this.#sent, Math.max(before, drawn)))
        this.#onCaughtUp()
      },
      stop: () => {
        if (this.#drawn.delete(listener))
          this.#onCaughtUp()
      },
    }
  }

  /** Marks output of an earlier process, which is never live. */
  markShown(offset: number): void {
    this.#shown = offset
  }

  sendOutput(output: TerminalOutput): void {
    this.#sent = output.offset
    if (!this.isEmpty)
      this.#shown = output.offset
    for (const { onOutput } of [...this.#drawn.keys()])
      onOutput(output)
  }

  sendChange(view: TerminalView): void {
    for (const { onChange } of [...this.#drawn.keys()])
      onChange(view)
  }
}
