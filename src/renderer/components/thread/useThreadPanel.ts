import { useMediaQuery } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { useLastChoice } from '../../composables/useLastChoices'

/** Whether the panel is shown, beside the thread or over it where there is no room for both, and which of its tabs. */
export function useThreadPanel() {
  const isOver = useMediaQuery('(max-width: 1099px)')
  const choice = useLastChoice('panel', ['shown', 'hidden'])
  const tab = useLastChoice('panelTab', ['plan', 'log'])
  const isShownOver = shallowRef(false)
  const isShown = computed(() => isOver.value ? isShownOver.value : choice.value === 'shown')
  const isLogShown = computed(() => isShown.value && tab.value === 'log')

  function toggle(): void {
    if (isOver.value)
      isShownOver.value = !isShownOver.value
    else
      choice.value = choice.value === 'shown' ? 'hidden' : 'shown'
  }

  /** Shows the log, or what stood there before. */
  function toggleLog(): void {
    const wasShown = isLogShown.value
    tab.value = wasShown ? 'plan' : 'log'
    if (!wasShown && !isShown.value)
      toggle()
  }
  return { isOver, isShown, isLogShown, tab, toggle, toggleLog }
}
