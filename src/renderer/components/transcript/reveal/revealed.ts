import type { Mark } from '../../../../shared/search/searchTerms'
import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'

/** A place in the thread to unfold, scroll to, and highlight. */
export interface Revealed {
  /** Index of the entry in the whole thread. */
  readonly entryIndex: number
  /** Finds the text to highlight in the entry. Absent for the whole entry. */
  readonly marksIn?: (text: string) => readonly Mark[]
  /** Index of the current highlight. */
  readonly nth?: number
}

const key: InjectionKey<ShallowRef<Revealed | undefined>> = Symbol('revealed')

/** Provides the place to reveal to descendants. Nothing is highlighted without one. */
export function provideRevealed(): ShallowRef<Revealed | undefined> {
  const revealed = shallowRef<Revealed>()
  provide(key, revealed)
  return revealed
}

/** Returns the place to reveal. Always empty outside the app. */
export function useRevealed(): ShallowRef<Revealed | undefined> {
  return inject(key, () => shallowRef(), true)
}
