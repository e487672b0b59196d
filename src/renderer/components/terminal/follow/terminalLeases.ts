import { inject, type InjectionKey, provide } from 'vue'

/** What is sent to the host for all cards of one terminal together. */
interface TerminalLeaseEvents {
  /** Every card has drawn the output up to that offset. */
  readonly onDrawn: (offset: number) => void
  /** No card shows the terminal any more. */
  readonly onLeft: () => void
}

/** One card's share in watching a terminal. */
export interface TerminalLease {
  /** This card has drawn the output up to that offset. */
  drawn(offset: number): void
  /** This card waits for a new view, so the others need not wait for it. */
  reopen(): void
  release(): void
}

/** Two cards may show the same terminal. To the host the window is one watcher, which is as far as its slowest card. */
export class TerminalLeases {
  /** The offset that each card has drawn, by terminal. */
  readonly #terminals = new Map<string, Map<TerminalLease, number>>()

  take(key: string, { onDrawn, onLeft }: TerminalLeaseEvents): TerminalLease {
    const cards = this.#terminals.get(key) ?? new Map<TerminalLease, number>()
    this.#terminals.set(key, cards)
    const slowest = (): number => Math.min(...cards.values())
    const change = (apply: () => void): void => {
      const before = slowest()
      apply()
      const now = slowest()
      if (now > before && Number.isFinite(now))
        onDrawn(now)
    }
    const lease: TerminalLease = {
      drawn: offset => change(() => cards.set(lease, offset)),
      reopen: () => change(() => cards.set(lease, Number.POSITIVE_INFINITY)),
      release: () => {
        change(() => cards.delete(lease))
        if (cards.size > 0 || this.#terminals.get(key) !== cards)
          return
        this.#terminals.delete(key)
        onLeft()
      },
    }
    cards.set(lease, Number.POSITIVE_INFINITY)
    return lease
  }
}

const leasesKey: InjectionKey<TerminalLeases> = Symbol('terminalLeases')

/** Lets the cards below share what they watch. */
export function provideTerminalLeases(): void {
  provide(leasesKey, new TerminalLeases())
}

/** The leases of this window; a card on its own has its own. */
export function useTerminalLeases(): TerminalLeases {
  return inject(leasesKey, () => new TerminalLeases(), true)
}
