import type { InjectionKey } from 'vue'

/**
 * Asks the person whether a web address from an agent's text should be opened, and opens it. Without it links do
 * nothing.
 */
export const askToOpenKey: InjectionKey<(address: string) => void> = Symbol('askToOpen')
