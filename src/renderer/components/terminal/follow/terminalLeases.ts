import { inject, type InjectionKey, provide } from 'vue'

/** Calls to the host for all cards of a terminal. */
interface TerminalLeaseEvents {
  /** Called when all cards have drawn the output up to `offset`. */
  readonly onDrawn: (offset: number) => void
  /** Called when no card shows the terminal any more. */
  readonly onLeft: () => void
}

/** A card's part in watching a terminal. */
export interface TerminalLease {
  /** Reports that this card has drawn the output up to `offset`. */
  drawn(offset: number): void
  /** Reports that this card waits for a new view, so others don't wait for it. */
  reopen(): void
  release(): void
}

/**
 * Combines the cards that show a terminal. For the host, the window is one watcher that is as slow as its slowest card.
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

/** Returns the window's leases, or separate ones without a provider. */
export function useTerminalLeases(): TerminalLeases {
  return inject(leasesKey, () => new TerminalLeases(), true)
}
