import { computed, type WritableComputedRef } from 'vue'
import { useLastText } from './useLastChoices'

/** A column's width as set by the person. `undefined` for the default. */
export function usePaneWidth(name: string): WritableComputedRef<number | undefined> {
  const kept = useLastText(name)
  return computed({
    get: () => /^\d{1,4}$/.test(kept.value) ? Number(kept.value) : undefined,
    set: width => kept.value = width === undefined ? '' : String(width),
  })
}
