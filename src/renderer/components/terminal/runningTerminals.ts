import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, onScopeDispose, type ShallowRef, watch } from 'vue'

const runningTerminalsKey: InjectionKey<Set<HTMLElement>> = Symbol('runningTerminals')

/** Collects the "Take the keyboard" buttons of descendants with a running command, in document order. */
export function provideRunningTerminals(): () => HTMLElement[] {
  const buttons = new Set<HTMLElement>()
  provideLocal(runningTerminalsKey, buttons)
  return () => [...buttons]
    .filter(element => element.isConnected)
    .sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
}

/** Registers the button while it exists. */
export function useRunningTerminal(button: Readonly<ShallowRef<HTMLElement | null>>): void {
  const buttons = injectLocal(runningTerminalsKey, undefined)
  watch(button, (now, before) => {
    if (before)
      buttons?.delete(before)
    if (now)
      buttons?.add(now)
  }, { immediate: true, flush: 'sync' })
  onScopeDispose(() => button.value && buttons?.delete(button.value))
}
