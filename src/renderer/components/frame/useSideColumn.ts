import { useMediaQuery } from '@vueuse/core'
import { computed, shallowRef } from 'vue'

/** Whether the side column is shown: beside the thread, or over it where there is no room for both. */
export function useSideColumn() {
  const isOver = useMediaQuery('(max-width: 719px)')
  const isShownOver = shallowRef(false)
  const isHiddenBeside = shallowRef(false)
  const isShown = computed(() => isOver.value ? isShownOver.value : !isHiddenBeside.value)

  function toggle(): void {
    if (isOver.value)
      isShownOver.value = !isShownOver.value
    else
      isHiddenBeside.value = !isHiddenBeside.value
  }

  /** Out of the way of what is under it; beside the thread it stays. */
  function uncover(): void {
    isShownOver.value = false
  }
  return { isOver, isShown, toggle, uncover }
}
