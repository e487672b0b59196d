import { computed, type Ref, shallowRef, watch } from 'vue'

/** How many entries came since the reader left the end. */
export function useUnseen(isFollowing: Readonly<Ref<boolean>>, count: () => number) {
  const seen = shallowRef(0)
  watch(isFollowing, () => seen.value = count())
  return computed(() => isFollowing.value ? 0 : Math.max(0, count() - seen.value))
}
