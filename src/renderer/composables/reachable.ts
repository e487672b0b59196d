import { computed, hasInjectionContext, inject, type InjectionKey, provide, type Ref } from 'vue'

const reachableKey: InjectionKey<Readonly<Ref<boolean>>> = Symbol('reachable')

/** Provides to descendants whether the host can be reached. */
export function provideReachable(isReachable: () => boolean): void {
  provide(reachableKey, computed(isReachable))
}

/** Whether the host can be reached. What it is doing is unknown otherwise. */
export function useReachable(): Readonly<Ref<boolean>> {
  const always = computed(() => true)
  return hasInjectionContext() ? inject(reachableKey, always) : always
}
