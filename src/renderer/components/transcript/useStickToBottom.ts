import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { usePressed } from '../../composables/usePressed'
import { report } from '../../report'

/** A reader's position in a thread. */
export interface ScrollPlace {
  readonly isFollowing: boolean
  /** Row at the upper edge, and how many of its pixels are above the edge. */
  readonly rowId?: string
  readonly above: number
}

// Maximum distance from the end at which a reader counts as being there.
const nearEndPixels = 24

/**
 * Keeps the end in view until the reader scrolls away from it. Long because its listeners share the scroll position.
 */
export function useStickToBottom(box: Readonly<ShallowRef<HTMLElement | null>>) {
  const { onUserInput, onPointerDown, pressed, isActive } = useReaderInput()
  const isFollowing = shallowRef(true)
  /**
   * Whether the end is out of view. False after a jump within a fully visible thread, although the view no longer
   * follows the end.
   */
  const isAway = shallowRef(false)
  /** Whether a press in the view holds it, so that the target stays under the pointer until the click. */
  const isHeld = computed(() => pressed.value !== null && pressed.value !== box.value)
  let lastOffset = 0
  let lastSize = 0

  function getDistance(): number {
    return box.value ? box.value.scrollHeight - box.value.clientHeight - box.value.scrollTop : 0
  }

  // Native scrolling, as the virtual list's scrolling retries for a while and would pull the reader back.
  function scrollToEnd(): void {
    if (box.value)
      box.value.scrollTop = box.value.scrollHeight
  }

  function updateIsAway(): void {
    isAway.value = !isFollowing.value && getDistance() > 1
  }
  watch(isFollowing, updateIsAway, { flush: 'post' })

  /** Follows the end. Deferred, as new sizes reach the DOM with the next flush, before the next paint. */
  function onResize(): void {
    nextTick(() => {
      if (isFollowing.value && !isHeld.value && getDistance() > 0)
        scrollToEnd()
      updateIsAway()
    }).catch(report)
  }
  // Elements below, such as the composer, may grow at any time, and the list reports only its own entries.
  useResizeObserver(box, onResize)
  watch(isHeld, onResize)

  return {
    isFollowing,
    isAway,
    isHeld,
    onUserInput,
    onPointerDown,
    /**
     * Detects whether the reader scrolls away. Only scrolling up counts, as growing text also increases the distance
     * to the end.
     */
    onScroll(offset: number): void {
      const isUp = offset < lastOffset
      const size = box.value ? box.value.scrollHeight - box.value.clientHeight : 0
      // If sizes also changed, the list or the browser may have scrolled, unless there was user input.
      const isReader = size === lastSize || isActive()
      lastSize = size
      if (isUp && getDistance() > 1 && isReader)
        isFollowing.value = false
      else if (getDistance() <= (isUp ? 1 : nearEndPixels))
        isFollowing.value = true
      updateIsAway()
      lastOffset = offset
    },
    /** Called when the list has new sizes. */
    onResize,
    /**
     * Keeps the view in place when the reader folds or unfolds something. Follows the end only if it stays in view.
     */
    keepPosition(): void {
      isFollowing.value = false
      requestAnimationFrame(() => getDistance() <= nearEndPixels && (isFollowing.value = true))
    },
    scrollToEnd(): void {
      isFollowing.value = true
      scrollToEnd()
    },
  }
}

// How long smooth scrolling continues after input, roughly.
const inputMs = 600

/** Tracks whether the reader may be scrolling: by wheel, touch or key, or while a button is pressed. */
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
