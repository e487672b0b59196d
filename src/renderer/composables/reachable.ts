import { computed, hasInjectionContext, inject, type InjectionKey, provide, type Ref } from 'vue'

const reachableKey: InjectionKey<Readonly<Ref<boolean>>> = Symbol('reachable')

/** Provides whether the host can be reached to descendants. */
export function provideReachable(isReachable: () => boolean): void {
  provide(reachableKey, computed(isReachable))
}

/** Whether the host can be reached. If not, the state of agents is unknown. */
export function useReachable(): Readonly<Ref<boolean>> {
  const always = computed(() => true)
  return hasInjectionContext() ? inject(reachableKey, always) : always
}
