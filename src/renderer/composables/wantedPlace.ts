import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, shallowRef, type ShallowRef } from 'vue'

/** A place in a thread where someone wants to be, and the words that led there. */
export interface WantedPlace {
  readonly threadId: string
  readonly entryIndex: number
  readonly search: string
}

const key: InjectionKey<ShallowRef<WantedPlace | undefined>> = Symbol('wantedPlace')

/** Keeps where someone wants to be until the thread is open and shows it. */
export function provideWantedPlace(): ShallowRef<WantedPlace | undefined> {
  const place = shallowRef<WantedPlace>()
  provideLocal(key, place)
  return place
}

/** None is ever wanted where threads are shown without the app. */
export function useWantedPlace(): ShallowRef<WantedPlace | undefined> {
  return injectLocal(key, () => shallowRef(), true)
}
