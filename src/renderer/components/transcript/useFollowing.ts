import { nextTick, onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Where a reader stood in a thread. */
export interface ScrollPlace {
  readonly isFollowing: boolean
  /** The entry at the upper edge, and how many pixels of it were above. */
  readonly entryId?: string
  readonly above: number
}

// Scrolling down, the reader is taken to be at the end within this many pixels of it.
const nearEnd = 24
// Smooth scrolling goes on for about this long after the wheel or key.
const handMs = 600

/** Keeps the end in view until the reader scrolls away from it. */
export function useFollowing(box: Readonly<ShallowRef<HTMLElement | null>>) {
  const isFollowing = shallowRef(true)
  let lastOffset = 0
  let lastSize = 0
  let touchedAt = 0
  let held: AbortController | undefined
  onScopeDispose(() => held?.abort())

  function distance(): number {
    return box.value ? box.value.scrollHeight - box.value.clientHeight - box.value.scrollTop : 0
  }

  // Scrolled by the browser itself: the virtual list's own scrolling tries again for a while and would pull a reader back.
  function scrollToEnd(): void {
    if (box.value)
      box.value.scrollTop = box.value.scrollHeight
  }

  return {
    isFollowing,
    /** A wheel, a finger or a key was used. */
    onHand(): void {
      touchedAt = Date.now()
    },
    /** The scroll bar was taken, or text is being marked: the hand stays until the button is let go. */
    onHold(): void {
      held?.abort()
      held = new AbortController()
      const release = (event: PointerEvent) => {
        if (event.type === 'pointermove' && event.buttons !== 0)
          return
        touchedAt = Date.now()
        held?.abort()
        held = undefined
      }
      // Letting go of a scroll bar is no event everywhere; the next move then tells.
      for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const)
        window.addEventListener(type, release, { signal: held.signal })
    },
    /** Growing text raises the distance to the end without any scrolling; only moving up is the reader's wish. */
    onScroll(offset: number): void {
      const isUp = offset < lastOffset
      const size = box.value ? box.value.scrollHeight - box.value.clientHeight : 0
      // Where sizes changed as well, the list or the browser may have moved the view; then a hand must have been there.
      const isReader = size === lastSize || held !== undefined || Date.now() - touchedAt < handMs
      lastSize = size
      if (isUp && distance() > 1 && isReader)
        isFollowing.value = false
      else if (distance() <= (isUp ? 1 : nearEnd))
        isFollowing.value = true
      lastOffset = offset
    },
    /** Call it when the list has new sizes: they are in the DOM only after the next flush, which is before the next paint. */
    onResize(): void {
      void nextTick(() => isFollowing.value && distance() > 0 && scrollToEnd())
    },
    toEnd(): void {
      isFollowing.value = true
      scrollToEnd()
    },
  }
}
