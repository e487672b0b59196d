import type { TerminalScreen, useTerminal } from './follow/useTerminal'
import { computed, type Ref, shallowRef, watch } from 'vue'
import { useKeptRoom } from './useKeptRoom'

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
