import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, shallowRef, type ShallowRef } from 'vue'

/** The thread whose question is to be focused. */
const key: InjectionKey<ShallowRef<string | undefined>> = Symbol('wantedQuestion')

/** Provides the thread whose question is to be focused once it is shown, unless it is already answered. */
export function provideWantedQuestion(): ShallowRef<string | undefined> {
  const wanted = shallowRef<string>()
  provideLocal(key, wanted)
  return wanted
}

/** Returns the thread whose question is to be focused. Always empty outside the app. */
export function useWantedQuestion(): ShallowRef<string | undefined> {
  return injectLocal(key, () => shallowRef(), true)
}
