import type { InjectionKey } from 'vue'

/** Opens the dialog "Sandbox for commands" of the thread around. Without it there is nothing to set. */
export const openSandboxKey: InjectionKey<() => void> = Symbol('openSandbox')
