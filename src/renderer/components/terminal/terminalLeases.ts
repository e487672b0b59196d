import { inject, type InjectionKey, provide } from 'vue'

/** Counts who watches a terminal: two cards may show the same one, and the host is told to stop only when the last is gone. */
export class TerminalLeases {
  readonly #watchers = new Map<string, number>()

  take(key: string): void {
    this.#watchers.set(key, (this.#watchers.get(key) ?? 0) + 1)
  }

  /** True when nobody watches any more. */
  giveBack(key: string): boolean {
    const left = (this.#watchers.get(key) ?? 1) - 1
    if (left > 0)
      this.#watchers.set(key, left)
    else
      this.#watchers.delete(key)
    return left <= 0
  }
}

const leasesKey: InjectionKey<TerminalLeases> = Symbol('terminalLeases')

export function provideTerminalLeases(): void {
  provide(leasesKey, new TerminalLeases())
}

export function useTerminalLeases(): TerminalLeases {
  return inject(leasesKey, () => new TerminalLeases(), true)
}
