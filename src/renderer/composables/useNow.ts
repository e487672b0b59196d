import { useIntervalFn } from '@vueuse/core'
import { type MaybeRefOrGetter, shallowRef, type ShallowRef, toValue, watchEffect } from 'vue'

/**
 * The time in milliseconds since 1970. Ticks each second while `isRunning`, and not at all otherwise: an idle window
 * uses no CPU.
 */
export function useNow(isRunning: MaybeRefOrGetter<boolean>): Readonly<ShallowRef<number>> {
  const now = shallowRef(Date.now())
  const tick = () => now.value = Date.now()
  const { pause, resume } = useIntervalFn(tick, 1_000, { immediate: false })
  watchEffect(() => {
    if (!toValue(isRunning))
      return pause()
    tick()
    resume()
  })
  return now
}
