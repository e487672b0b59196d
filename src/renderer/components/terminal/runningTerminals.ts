import type { InjectionKey } from 'vue'
import type { FocusGroup } from '../../composables/useFocusGroup'

/** The "Take the keyboard" buttons of a thread's running commands. */
export const runningTerminalsKey: InjectionKey<FocusGroup> = Symbol('runningTerminals')
