import { useIntervalFn } from '@vueuse/core'
import { shallowRef } from 'vue'

const minuteMs = 60_000

/**
 * The time in milliseconds since 1970, for ages such as “5 min ago”. Updated every minute and when `refresh` is
 * called.
 */
export function useMinutes() {
  const now = shallowRef(Date.now())
  const refresh = (): number => now.value = Date.now()
  useIntervalFn(refresh, minuteMs)
  return { now, refresh }
}
