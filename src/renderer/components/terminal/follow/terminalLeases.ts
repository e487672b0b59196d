import { inject, type InjectionKey, provide } from 'vue'

/** Calls to the host for all cards of a terminal. */
interface TerminalLeaseEvents {
  /** All cards have drawn the output up to that offset. */
  readonly onDrawn: (offset: number) => void
  /** No card shows the terminal anymore. */
  readonly onLeft: () => void
}

/** A card's share of a terminal's watch. */
export interface TerminalLease {
  /** This card has drawn the output up to that offset. */
  drawn(offset: number): void
  /** This card waits for a new view, so others need not wait for it. */
  reopen(): void
  release(): void
}

/**
 * Several cards may show a terminal, but for the host the window is one watcher, whose progress is that of its slowest
 * card.
 */
export class TerminalLeases {
  /** Drawn offsets of all cards, by terminal. */
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

/** Provides shared watches to descendants. */
export function provideTerminalLeases(): void {
  provide(leasesKey, new TerminalLeases())
}

/** The window's leases; without a provider, the card's own. */
export function useTerminalLeases(): TerminalLeases {
  return inject(leasesKey, () => new TerminalLeases(), true)
}
