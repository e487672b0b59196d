import { computed, type WritableComputedRef } from 'vue'
import { useLastText } from './useLastChoices'

/** The width that the person gave a column, as it is kept; nothing while it is the usual one. */
export function usePaneWidth(name: string): WritableComputedRef<number | undefined> {
  const kept = useLastText(name)
  return computed({
    get: () => /^\d{1,4}$/.test(kept.value) ? Number(kept.value) : undefined,
    set: width => kept.value = width === undefined ? '' : String(width),
  })
}
