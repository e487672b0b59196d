import type { InjectionKey } from 'vue'

/** Opens the dialog "Sandbox for commands" of the enclosing thread. */
export const openSandboxKey: InjectionKey<() => void> = Symbol('openSandbox')
