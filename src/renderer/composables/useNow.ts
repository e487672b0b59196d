import { useIntervalFn } from '@vueuse/core'
import { type MaybeRefOrGetter, shallowRef, type ShallowRef, toValue, watchEffect } from 'vue'
import { useReachable } from './reachable'

/**
 * The time in milliseconds since 1970. Updated every second only while `isRunning` and the host can be reached, so that
 * an idle window uses no CPU.
 */
export function useNow(isRunning: MaybeRefOrGetter<boolean>): Readonly<ShallowRef<number>> {
  const now = shallowRef(Date.now())
  const tick = () => now.value = Date.now()
  const { pause, resume } = useIntervalFn(tick, 1_000, { immediate: false })
  const isReachable = useReachable()
  watchEffect(() => {
    if (!toValue(isRunning) || !isReachable.value)
      return pause()
    tick()
    resume()
  })
  return now
}
