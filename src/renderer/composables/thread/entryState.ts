import { inject, type InjectionKey, provide, shallowRef, type ShallowRef, watch } from 'vue'

/** What a person changed, by entry and name. */
type EntryStates = Map<string, unknown>

const threadKey: InjectionKey<EntryStates> = Symbol('entryStates')
const entryKey: InjectionKey<(name: string) => string> = Symbol('entryStateKey')

/** Keeps what a person opened and folded in a thread's entries, for as long as the thread is shown. */
export function provideEntryStates(): void {
  provide(threadKey, new Map())
}

/** Names the entry whose state is kept below. */
export function provideEntryId(entryId: string): void {
  const counts = new Map<string, number>()
  provide(entryKey, (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return JSON.stringify([entryId, name, count])
  })
}

/** State of an entry that outlives its component: the list drops entries that are scrolled away and recreates them. */
export function useEntryState<T>(name: string, initial: T): ShallowRef<T> {
  const kept = inject(threadKey, undefined)
  const key = inject(entryKey, undefined)?.(name)
  if (!kept || key === undefined)
    return shallowRef(initial)
  const state = shallowRef(kept.has(key) ? kept.get(key) as T : initial) // stored below, under the same key
  watch(state, value => kept.set(key, value), { flush: 'sync' })
  return state
}
