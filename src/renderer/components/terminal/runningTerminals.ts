import type { InjectionKey, ShallowRef } from 'vue'
import { type FocusGroup, provideFocusGroup, useFocusMember } from '../../composables/useFocusGroup'

const runningTerminalsKey: InjectionKey<FocusGroup> = Symbol('runningTerminals')

/** Collects the "Take the keyboard" buttons of the running commands below. */
export function provideRunningTerminals(): () => HTMLElement[] {
  return provideFocusGroup(runningTerminalsKey)
}

/** Registers the button that takes the keyboard, for as long as it is there. */
export function useRunningTerminal(button: Readonly<ShallowRef<HTMLElement | null>>): void {
  useFocusMember(runningTerminalsKey, button)
}
