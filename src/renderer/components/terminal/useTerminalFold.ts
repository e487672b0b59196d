import { computed, type Ref, shallowRef, watch } from 'vue'
import { useEntryState } from '../../composables/thread/entryState'
import { useIsReading } from '../../composables/thread/threadContext'

/** Whether the output of a terminal is shown: while its command runs, and after that as the reader wants it. */
export function useTerminalFold({ isRunning, isOver, canFold }: { isRunning: Ref<boolean>, isOver: Ref<boolean>, canFold: () => boolean }) {
  const chosen = useEntryState<boolean | undefined>('output', undefined)
  const isReading = useIsReading()
  const isHeld = shallowRef(false)
  // What is being read does not fold away.
  watch(isRunning, (now, before) => isHeld.value = before && !now && isReading())
  const mayFold = computed(() => canFold() && isOver.value)
  const isOpen = computed({
    get: () => !mayFold.value || (chosen.value ?? isHeld.value),
    set: value => chosen.value = value,
  })
  return { mayFold, isOpen }
}
