import type { TerminalScreen, useTerminal } from './follow/useTerminal'
import { useResizeObserver } from '@vueuse/core'
import { computed, onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { useEntryState } from '../../composables/thread/entryState'
import { useIsReading } from '../../composables/thread/threadContext'

/** A card's screen while its output is open. The card keeps its height until it is drawn. */
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

/** Keeps an element's last complete height until it is redrawn. */
function useKeptRoom(element: Readonly<Ref<HTMLElement | null>>, isComplete: Readonly<Ref<boolean>>) {
  const room = useEntryState<string | undefined>('room', undefined)
  useResizeObserver(element, ([entry]) => {
    if (entry && isComplete.value)
      room.value = `${entry.borderBoxSize[0]!.blockSize}px`
  })
  return computed(() => isComplete.value ? undefined : room.value)
}

/** Whether a terminal's output is open: while its command runs, then as the reader chooses. */
export function useTerminalFold({ isRunning, isOver, canFold }: {
  isRunning: Ref<boolean>
  isOver: Ref<boolean>
  canFold: () => boolean
}) {
  const chosen = useEntryState<boolean | undefined>('output', undefined)
  const isReading = useIsReading()
  const isHeld = shallowRef(false)
  // Don't fold what is being read.
  watch(isRunning, (now, before) => isHeld.value = before && !now && isReading())
  const mayFold = computed(() => canFold() && isOver.value)
  const isOpen = computed({
    get: () => !mayFold.value || (chosen.value ?? isHeld.value),
    set: value => chosen.value = value,
  })
  return { mayFold, isOpen }
}

/** Whether the element is near the visible part of its list, in a visible window. */
export function useOnScreen(element: Readonly<Ref<Element | null>>): Readonly<ShallowRef<boolean>> {
  const isSeen = shallowRef(!document.hidden)
  let isNear = true
  let observer: IntersectionObserver | undefined
  const update = () => isSeen.value = isNear && !document.hidden
  watch(element, (now) => {
    observer?.disconnect()
    if (!now || typeof IntersectionObserver === 'undefined')
      return
    // The list is the root: with `scrollMargin`, Chromium updates only after another scroll.
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
