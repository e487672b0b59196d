import { computed, type WritableComputedRef } from 'vue'
import { useLastText } from './useLastChoices'

/** A column's width as set by the person. `undefined` for the default. */
export function usePaneWidth(name: string): WritableComputedRef<number | undefined> {
  const stored = useLastText(name)
  return computed({
    get: () => /^\d{1,4}$/.test(stored.value) ? Number(stored.value) : undefined,
    set: width => stored.value = width === undefined ? '' : String(width),
  })
}
