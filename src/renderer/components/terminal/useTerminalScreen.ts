import type { TerminalScreen, useTerminal } from './follow/useTerminal'
import { useResizeObserver } from '@vueuse/core'
import { computed, type Ref, shallowRef, watch } from 'vue'
import { useEntryState } from '../../composables/thread/entryState'

/** The screen of a card: it is there while the output is open. Until it is drawn, the card keeps its room, and nothing below moves. */
export function useTerminalScreen({ terminal, card, isOpen }: {
  terminal: Pick<ReturnType<typeof useTerminal>, 'state' | 'phase' | 'attach' | 'detach'>
  card: Readonly<Ref<HTMLElement | null>>
  isOpen: Readonly<Ref<boolean>>
}) {
  const { state, phase, attach, detach } = terminal
  const hasScreen = shallowRef(false)
  const isComplete = computed(() => phase.value !== 'opening' && (!state.value || !isOpen.value || hasScreen.value))
  const minBlockSize = useKeptRoom(card, isComplete)

  function take(screen: TerminalScreen): void {
    attach(screen)
    hasScreen.value = true
  }

  watch(isOpen, (now) => {
    if (now)
      return
    detach()
    hasScreen.value = false
  })
  return { minBlockSize, take }
}

/** The height that an element had when it was last complete: drawn anew, it takes that until it is again, and nothing below moves. */
function useKeptRoom(element: Readonly<Ref<HTMLElement | null>>, isComplete: Readonly<Ref<boolean>>) {
  const room = useEntryState<string | undefined>('room', undefined)
  useResizeObserver(element, ([entry]) => {
    if (entry && isComplete.value)
      room.value = `${entry.borderBoxSize[0]!.blockSize}px`
  })
  return computed(() => isComplete.value ? undefined : room.value)
}
