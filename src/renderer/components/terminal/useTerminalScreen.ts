import type { TerminalScreen, useTerminal } from './follow/useTerminal'
import { useResizeObserver } from '@vueuse/core'
import { computed, onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { useEntryState } from '../../composables/thread/entryState'
import { useIsReading } from '../../composables/thread/threadContext'

/** Manages a card's screen while its output is open. Reserves the card's height until the screen is drawn. */
export function useTerminalScreen({ terminal, card, isOpen }: {
  terminal: Pick<ReturnType<typeof useTerminal>, 'state' | 'phase' | 'attach' | 'detach'>
  card: Readonly<Ref<HTMLElement | null>>
  isOpen: Readonly<Ref<boolean>>
}) {
  const { state, phase, attach, detach } = terminal
  const hasScreen = shallowRef(false)
  const isComplete = computed(() => phase.value !== 'opening' && (!state.value || !isOpen.value || hasScreen.value))
  const minBlockSize = useReservedHeight(card, isComplete)

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

/** Reserves an element's last height until it is completely drawn again. */
function useReservedHeight(element: Readonly<Ref<HTMLElement | null>>, isComplete: Readonly<Ref<boolean>>) {
  const height = useEntryState<string | undefined>('room', undefined)
  useResizeObserver(element, ([entry]) => {
    if (entry && isComplete.value)
      height.value = `${entry.borderBoxSize[0]!.blockSize}px`
  })
  return computed(() => isComplete.value ? undefined : height.value)
}

/** Opens a terminal's output while its command runs. Afterwards, the person can fold and unfold it. */
export function useTerminalFold({ isRunning, isOver, canFold }: {
  isRunning: Ref<boolean>
  isOver: Ref<boolean>
  canFold: () => boolean
}) {
  const chosen = useEntryState<boolean | undefined>('output', undefined)
  const isReading = useIsReading()
  const isHeld = shallowRef(false)
  // Doesn't fold output that is being read.
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
  let isNearView = true
  let observer: IntersectionObserver | undefined
  const update = () => isSeen.value = isNearView && !document.hidden
  watch(element, (now) => {
    observer?.disconnect()
    if (!now || typeof IntersectionObserver === 'undefined')
      return
    // The list is the root, as with `scrollMargin` Chromium updates only after another scroll.
    observer = new IntersectionObserver((entries) => {
      isNearView = entries.at(-1)!.isIntersecting
      update()
    }, { root: findScrollParent(now), rootMargin: '1000px' })
    observer.observe(now)
  }, { immediate: true, flush: 'post' })
  document.addEventListener('visibilitychange', update)
  onScopeDispose(() => {
    observer?.disconnect()
    document.removeEventListener('visibilitychange', update)
  })
  return isSeen
}

function findScrollParent(element: Element): Element | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY))
      return around
  }
  return null
}
