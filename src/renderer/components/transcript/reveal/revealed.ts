import type { Mark } from '../../../../shared/search/searchTerms'
import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'

/** A place in the thread that is to be unfolded, brought into view, and marked. */
export interface Revealed {
  /** In the whole thread. */
  readonly entryIndex: number
  /** What is marked in the drawn text of the entry; absent: the entry as a whole is meant. */
  readonly marksIn?: (text: string) => readonly Mark[]
  /** Which of the marks is meant, the first as 0. */
  readonly nth?: number
}

const key: InjectionKey<ShallowRef<Revealed | undefined>> = Symbol('revealed')

/** Lets everything below show a place in the thread: `revealed.value = …`; nothing is marked without one. */
export function provideRevealed(): ShallowRef<Revealed | undefined> {
  const revealed = shallowRef<Revealed>()
  provide(key, revealed)
  return revealed
}

/** Holds nothing where threads are shown without the app. */
export function useRevealed(): ShallowRef<Revealed | undefined> {
  return inject(key, () => shallowRef(), true)
}
