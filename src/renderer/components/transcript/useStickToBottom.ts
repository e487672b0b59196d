import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { usePressed } from '../../composables/usePressed'
import { report } from '../../report'

/** A reader's position in a thread. */
export interface ScrollPlace {
  readonly isFollowing: boolean
  /** Row at the upper edge, and how many of its pixels are above. */
  readonly rowId?: string
  readonly above: number
}

// When scrolling down, the reader counts as at the end within this many pixels.
const nearEnd = 24

/** Keeps the end in view until the reader scrolls away from it. */
export function useStickToBottom(box: Readonly<ShallowRef<HTMLElement | null>>) {
  const { onUserInput, onPointerDown, pressed, isActive } = useReaderInput()
  const isFollowing = shallowRef(true)
  /**
   * The end is not visible. A reader who jumps within a fully visible thread is not away, although the view stops
   * following.
   */
  const isAway = shallowRef(false)
  /** A press in the view stops following, so that the target stays under the pointer until the click. */
  const isHeld = computed(() => pressed.value !== null && pressed.value !== box.value)
  let lastOffset = 0
  let lastSize = 0

  function distance(): number {
    return box.value ? box.value.scrollHeight - box.value.clientHeight - box.value.scrollTop : 0
  }

  // Uses native scrolling: the virtual list's own retries for a while and would pull the reader back.
  function scrollToEnd(): void {
    if (box.value)
      box.value.scrollTop = box.value.scrollHeight
  }

  function lookForEnd(): void {
    isAway.value = !isFollowing.value && distance() > 1
  }
  watch(isFollowing, lookForEnd, { flush: 'post' })

  /** Sizes reach the DOM with the next flush, before the next paint. */
  function onResize(): void {
    nextTick(() => {
      if (isFollowing.value && !isHeld.value && distance() > 0)
        scrollToEnd()
      lookForEnd()
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
      // If sizes changed, too, the list or browser may have moved the view, so require user input.
      const isReader = size === lastSize || isActive()
      lastSize = size
      if (isUp && distance() > 1 && isReader)
        isFollowing.value = false
      else if (distance() <= (isUp ? 1 : nearEnd))
        isFollowing.value = true
      lookForEnd()
      lastOffset = offset
    },
    /** Call when the list has new sizes. */
    onResize,
    /**
     * The reader folds or unfolds something in view: that stays in its place, and the end is followed only if it stays
     * in sight.
     */
    stay(): void {
      isFollowing.value = false
      requestAnimationFrame(() => distance() <= nearEnd && (isFollowing.value = true))
    },
    toEnd(): void {
      isFollowing.value = true
      scrollToEnd()
    },
  }
}

// Smooth scrolling continues for about this long after the wheel or key.
const inputMs = 600

/** Whether a scrolling view may be the reader's doing: by wheel, finger or key, or while a button is held. */
function useReaderInput() {
  let lastAt = 0
  const { pressed, onPointerDown } = usePressed()
  const onUserInput = (): void => {
    lastAt = Date.now()
  }
  watch(pressed, onUserInput, { flush: 'sync' })

  return {
    /** A wheel, a finger or a key was used. */
    onUserInput,
    /**
     * The scroll bar is dragged, text selected or something clicked: the reader's input lasts until the button is
     * released.
     */
    onPointerDown,
    pressed,
    isActive: (): boolean => pressed.value !== null || Date.now() - lastAt < inputMs,
  }
}

/** How many entries came since the reader left the end. */
export function useUnseen(isFollowing: Readonly<Ref<boolean>>, count: () => number) {
  const seen = shallowRef(0)
  watch(isFollowing, () => seen.value = count())
  return computed(() => isFollowing.value ? 0 : Math.max(0, count() - seen.value))
}
