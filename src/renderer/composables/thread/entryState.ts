import { inject, type InjectionKey, provide, shallowRef, type ShallowRef, watch } from 'vue'

/** State changed by the person, by entry and name. */
type EntryStates = Map<string, unknown>

const threadKey: InjectionKey<EntryStates> = Symbol('entryStates')
const entryKey: InjectionKey<(name: string) => string> = Symbol('entryStateKey')

/** Provides the state of a thread's entries, such as folds, while the thread is shown. */
export function provideEntryStates(): void {
  provide(threadKey, new Map())
}

/** Provides the id of the enclosing entry to descendants. */
export function provideEntryId(entryId: string): void {
  const counts = new Map<string, number>()
  provide(entryKey, (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return JSON.stringify([entryId, name, count])
  })
}

/** State of an entry that outlives its component, as the list unmounts entries that are scrolled out of view. */
export function useEntryState<T>(name: string, initial: T): ShallowRef<T> {
  const kept = inject(threadKey, undefined)
  const key = inject(entryKey, undefined)?.(name)
  if (!kept || key === undefined)
    return shallowRef(initial)
  const state = shallowRef(kept.has(key) ? kept.get(key) as T : initial) // stored below, under the same key
  watch(state, value => kept.set(key, value), { flush: 'sync' })
  return state
}
