import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, shallowRef, type ShallowRef } from 'vue'

/** The thread to whose question someone is being led. */
const key: InjectionKey<ShallowRef<string | undefined>> = Symbol('wantedQuestion')

/** Keeps to which thread's question someone is led until it is shown, or turns out to be gone. */
export function provideWantedQuestion(): ShallowRef<string | undefined> {
  const wanted = shallowRef<string>()
  provideLocal(key, wanted)
  return wanted
}

/** No one is led anywhere where threads are shown without the app. */
export function useWantedQuestion(): ShallowRef<string | undefined> {
  return injectLocal(key, () => shallowRef(), true)
}
