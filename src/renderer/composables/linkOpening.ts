import type { InjectionKey } from 'vue'

/** Asks the person before opening a web address from an agent's text. Without a provider, links do nothing. */
export const askToOpenKey: InjectionKey<(address: string) => void> = Symbol('askToOpen')
