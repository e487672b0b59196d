import type { Entry } from '../../../../shared/thread/transcript'
import { computed, type ComputedRef, inject, type InjectionKey, provide } from 'vue'

type Steps = () => ReadonlyMap<string, readonly Entry[]>

const stepsKey: InjectionKey<Steps> = Symbol('subagentSteps')
const none: readonly Entry[] = []

/** Provides subagents' steps to descendants, by the id of the entry that started them. */
export function provideSteps(steps: Steps): void {
  provide(stepsKey, steps)
}

/** Returns the steps of a call's subagents. */
export function useSteps(entryId: () => string): ComputedRef<readonly Entry[]> {
  const steps = inject(stepsKey, undefined)
  return computed(() => steps?.().get(entryId()) ?? none)
}
