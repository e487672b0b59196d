import { useResizeObserver } from '@vueuse/core'
import { computed, type Ref } from 'vue'
import { useEntryState } from '../../composables/thread/entryState'

/** The height that an element had when it was last complete: drawn anew, it takes that until it is again, and nothing below moves. */
export function useKeptRoom(element: Readonly<Ref<HTMLElement | null>>, isComplete: Readonly<Ref<boolean>>) {
  const room = useEntryState<string | undefined>('room', undefined)
  useResizeObserver(element, ([entry]) => {
    if (entry && isComplete.value)
      room.value = `${entry.borderBoxSize[0]!.blockSize}px`
  })
  return computed(() => isComplete.value ? undefined : room.value)
}
