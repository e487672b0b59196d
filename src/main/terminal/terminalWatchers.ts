import type { TerminalView } from '../../shared/contract/terminalView'

/** Output for watchers; `offset` is where `data` ends, in characters from the terminal's start. */
export interface TerminalOutput {
  readonly terminalId: string
  readonly data: string
  readonly offset: number
}

/** A window that shows a terminal. */
export interface TerminalListener {
  readonly onOutput: (output: TerminalOutput) => void
  /** The terminal's state has changed, as when its command ends. */
  readonly onChange: (view: TerminalView) => void
}

/** One window's watch over one terminal. */
export interface TerminalWatch {
  /** The window has drawn the output up to that offset. */
  ack(offset: number): void
  stop(): void
}

/** Who watches one terminal, and how much of its output each has drawn. */
export class TerminalWatchers {
  /** The offset up to which each has drawn the output. */
  readonly #drawn = new Map<TerminalListener, number>()
  readonly #onCaughtUp: () => void
  #sent = 0

  /** `onCaughtUp` is called when a watcher has drawn more, or has left. */
  constructor(onCaughtUp: () => void = () => undefined) {
    this.#onCaughtUp = onCaughtUp
  }

  get isEmpty(): boolean {
    return this.#drawn.size === 0
  }

  /** How many characters the slowest watcher has still to draw. */
  get backlog(): number {
    return this.isEmpty ? 0 : this.#sent - Math.min(...this.#drawn.values())
  }

  /** A watcher that starts from a view whose output ends at `offset`. */
  add(listener: TerminalListener, offset: number): TerminalWatch {
    this.#sent = offset
    this.#drawn.set(listener, offset)
    return {
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

  sendOutput(output: TerminalOutput): void {
    this.#sent = output.offset
    for (const { onOutput } of [...this.#drawn.keys()])
      onOutput(output)
  }

  sendChange(view: TerminalView): void {
    for (const { onChange } of [...this.#drawn.keys()])
      onChange(view)
  }
}
