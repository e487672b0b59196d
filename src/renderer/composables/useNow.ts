import { type MaybeRefOrGetter, onScopeDispose, shallowRef, type ShallowRef, toValue, watchEffect } from 'vue'

/** The time in milliseconds since 1970. Ticks each second while `isRunning`, and not at all otherwise: an idle window uses no CPU. */
export function useNow(isRunning: MaybeRefOrGetter<boolean>): Readonly<ShallowRef<number>> {
  const now = shallowRef(Date.now())
  let timer: ReturnType<typeof setInterval> | undefined
  watchEffect(() => {
    clearInterval(timer)
    if (!toValue(isRunning))
      return
    now.value = Date.now()
    timer = setInterval(() => now.value = Date.now(), 1_000)
  })
  onScopeDispose(() => clearInterval(timer))
  return now
}
