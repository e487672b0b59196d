import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, shallowRef, type ShallowRef } from 'vue'

/** A place in a thread to show, and the search terms that led there. */
export interface WantedPlace {
  readonly threadId: string
  readonly entryIndex: number
  readonly search: string
}

const key: InjectionKey<ShallowRef<WantedPlace | undefined>> = Symbol('wantedPlace')

/** Provides the place to show once its thread is open. */
export function provideWantedPlace(): ShallowRef<WantedPlace | undefined> {
  const place = shallowRef<WantedPlace>()
  provideLocal(key, place)
  return place
}

/** Returns the place to show. Always empty outside the app. */
export function useWantedPlace(): ShallowRef<WantedPlace | undefined> {
  return injectLocal(key, () => shallowRef(), true)
}
