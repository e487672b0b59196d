import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { usePressed } from '../../composables/usePressed'
import { report } from '../../report'

/** A reader's position in a thread. */
export interface ScrollPlace {
  readonly isFollowing: boolean
  /** Row at the upper edge, and the number of its pixels above that. */
  readonly rowId?: string
  readonly above: number
}

// A reader who scrolls down to within this distance is at the end.
const nearEndPixels = 24

/**
 * Keeps the end in view until the reader scrolls away from it. Long because its listeners share the scroll position.
 */
export function useStickToBottom(box: Readonly<ShallowRef<HTMLElement | null>>) {
  const { onUserInput, onPointerDown, pressed, isActive } = useReaderInput()
  const isFollowing = shallowRef(true)
  /**
   * Whether the end is not visible. A reader who jumps within a fully visible thread is not away, although the view
   * stops following.
   */
  const isAway = shallowRef(false)
  /** Whether a press in the view holds it, so that the target stays under the pointer until the click. */
  const isHeld = computed(() => pressed.value !== null && pressed.value !== box.value)
  let lastOffset = 0
  let lastSize = 0

  function distance(): number {
    return box.value ? box.value.scrollHeight - box.value.clientHeight - box.value.scrollTop : 0
  }

  // Uses native scrolling, as the virtual list's own retries for a while and would pull the reader back.
  function scrollToEnd(): void {
    if (box.value)
      box.value.scrollTop = box.value.scrollHeight
  }

  function updateIsAway(): void {
    isAway.value = !isFollowing.value && distance() > 1
  }
  watch(isFollowing, updateIsAway, { flush: 'post' })

  /** Sizes reach the DOM with the next flush, before the next paint. */
  function onResize(): void {
    nextTick(() => {
      if (isFollowing.value && !isHeld.value && distance() > 0)
        scrollToEnd()
      updateIsAway()
    }).catch(report)
  }
  // Content below, such as the composer, may grow at any time; the list reports only its own entries.
  useResizeObserver(box, onResize)
  watch(isHeld, onResize)

  return {
    isFollowing,
    isAway,
    isHeld,
    onUserInput,
    onPointerDown,
    /**
     * Growing text increases the distance to the end without scrolling. Only moving up means that the reader scrolls
     * away.
     */
    onScroll(offset: number): void {
      const isUp = offset < lastOffset
      const size = box.value ? box.value.scrollHeight - box.value.clientHeight : 0
      // If sizes also changed, the list or browser may have moved the view, so user input is required.
      const isReader = size === lastSize || isActive()
      lastSize = size
      if (isUp && distance() > 1 && isReader)
        isFollowing.value = false
      else if (distance() <= (isUp ? 1 : nearEndPixels))
        isFollowing.value = true
      updateIsAway()
      lastOffset = offset
    },
    /** Called when the list has new sizes. */
    onResize,
    /**
     * Called when the reader folds or unfolds something, which then stays in place. The end is followed only if it
     * stays visible.
     */
    stay(): void {
      isFollowing.value = false
      requestAnimationFrame(() => distance() <= nearEndPixels && (isFollowing.value = true))
    },
    scrollToEnd(): void {
      isFollowing.value = true
      scrollToEnd()
    },
  }
}

// Smooth scrolling continues for about this long after input.
const inputMs = 600

/** Tells whether the reader may have scrolled the view: by wheel, touch or key, or while a button is held. */
function useReaderInput() {
  let lastAt = 0
  const { pressed, onPointerDown } = usePressed()
  const onUserInput = (): void => {
    lastAt = Date.now()
  }
  watch(pressed, onUserInput, { flush: 'sync' })

  return {
    /** Called on wheel, touch or key input. */
    onUserInput,
    /**
     * Called when a drag of the scroll bar, a selection or a click begins. The input lasts until the button is
     * released.
     */
    onPointerDown,
    pressed,
    isActive: (): boolean => pressed.value !== null || Date.now() - lastAt < inputMs,
  }
}

/** Counts entries added since the reader left the end. */
export function useUnseen(isFollowing: Readonly<Ref<boolean>>, count: () => number) {
  const seen = shallowRef(0)
  watch(isFollowing, () => seen.value = count())
  return computed(() => isFollowing.value ? 0 : Math.max(0, count() - seen.value))
}
