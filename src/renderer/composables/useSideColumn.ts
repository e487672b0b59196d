import { useMediaQuery } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { useLastChoice } from './useLastChoices'

/** State of the side column, which is beside the thread, or over it if there is no room for both. */
export function useSideColumn() {
  const isOver = useMediaQuery('(max-width: 719px)')
  const isShownOver = shallowRef(false)
  const beside = useLastChoice('side', ['shown', 'hidden'])
  const tab = useLastChoice('sideTab', ['threads', 'files'])
  const isShown = computed(() => isOver.value ? isShownOver.value : beside.value === 'shown')

  function toggle(): void {
    if (isOver.value)
      isShownOver.value = !isShownOver.value
    else
      beside.value = beside.value === 'shown' ? 'hidden' : 'shown'
  }

  function showThreads(): void {
    tab.value = 'threads'
    if (!isShown.value)
      toggle()
  }

  /** Hides a column that covers the thread. */
  function uncover(): void {
    isShownOver.value = false
  }
  return { isOver, isShown, tab, toggle, showThreads, uncover }
}
