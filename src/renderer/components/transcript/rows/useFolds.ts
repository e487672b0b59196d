import { shallowRef, type ShallowRef, triggerRef, watch } from 'vue'

/** What is known of the list whose rows fold. */
export interface FoldsOptions {
  readonly isFollowing: Readonly<ShallowRef<boolean>>
  /** The id of the last turn that has ended. */
  readonly lastEnd: () => string | undefined
  /** Whether the reader is anywhere but at the end. */
  readonly isReading: () => boolean
}

/** Which runs and turns are unfolded: those that the reader opened, and the turn that was being read when it ended. */
export function useFolds({ isFollowing, lastEnd, isReading }: FoldsOptions) {
  const chosen = shallowRef(new Map<string, boolean>())
  const held = shallowRef<string>()

  // Before the rows are made anew: what is being read never folds away.
  watch(lastEnd, (end) => {
    held.value = end !== undefined && isReading() ? `worked ${end}` : undefined
  }, { flush: 'sync' })
  watch(isFollowing, now => now && (held.value = undefined))

  return {
    isOpen: (rowId: string): boolean => chosen.value.get(rowId) ?? held.value === rowId,
    toggle(rowId: string, isOpen: boolean): void {
      chosen.value.set(rowId, isOpen)
      triggerRef(chosen)
    },
  }
}
