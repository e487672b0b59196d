import type { TerminalScreen, useTerminal } from './follow/useTerminal'
import { useResizeObserver } from '@vueuse/core'
import { computed, onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { useEntryState } from '../../composables/thread/entryState'
import { useIsReading } from '../../composables/thread/threadContext'

/**
 * The screen of a card: it is there while the output is open. Until it is drawn, the card keeps its room, and nothing
 * below moves.
 */
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

/**
 * The height that an element had when it was last complete: redrawn, it takes that until it is again, and nothing
 * below moves.
 */
function useKeptRoom(element: Readonly<Ref<HTMLElement | null>>, isComplete: Readonly<Ref<boolean>>) {
  const room = useEntryState<string | undefined>('room', undefined)
  useResizeObserver(element, ([entry]) => {
    if (entry && isComplete.value)
      room.value = `${entry.borderBoxSize[0]!.blockSize}px`
  })
  return computed(() => isComplete.value ? undefined : room.value)
}

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

/** Whether the element can be seen: near the visible part of the list that it is in, in a window that is not hidden. */
export function useOnScreen(element: Readonly<Ref<Element | null>>): Readonly<ShallowRef<boolean>> {
  const isSeen = shallowRef(!document.hidden)
  let isNear = true
  let observer: IntersectionObserver | undefined
  const update = () => isSeen.value = isNear && !document.hidden
  watch(element, (now) => {
    observer?.disconnect()
    if (!now || typeof IntersectionObserver === 'undefined')
      return
    // The list is the root: Chromium does not look again at what a `scrollMargin` brought near without a further
    // scroll.
    observer = new IntersectionObserver((entries) => {
      isNear = entries.at(-1)!.isIntersecting
      update()
    }, { root: scrollingAround(now), rootMargin: '1000px' })
    observer.observe(now)
  }, { immediate: true, flush: 'post' })
  document.addEventListener('visibilitychange', update)
  onScopeDispose(() => {
    observer?.disconnect()
    document.removeEventListener('visibilitychange', update)
  })
  return isSeen
}

function scrollingAround(element: Element): Element | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY))
      return around
  }
  return null
}
