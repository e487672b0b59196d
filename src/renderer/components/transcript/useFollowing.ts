import { shallowRef, type ShallowRef } from 'vue'

/** What is known of a list that scrolls. */
export interface Scroller {
  readonly scrollOffset: number
  readonly scrollSize: number
  readonly viewportSize: number
  scrollTo(offset: number): void
}

/** Where a reader stood in a thread. */
export interface ScrollPlace {
  readonly isFollowing: boolean
  /** The entry at the upper edge, and how many pixels of it were above. */
  readonly entryId?: string
  readonly above: number
}

// Within this many pixels of the end the reader is taken to be at the end.
const nearEnd = 24

/** Keeps the end in view until the reader scrolls away from it. */
export function useFollowing(scroller: Readonly<ShallowRef<Scroller | null>>) {
  const isFollowing = shallowRef(true)
  let lastOffset = 0

  function distance(): number {
    const list = scroller.value
    return list ? list.scrollSize - list.viewportSize - list.scrollOffset : 0
  }

  return {
    isFollowing,
    /** Growing text raises the distance to the end without any scrolling; only moving up is the reader's wish. */
    onScroll(offset: number): void {
      if (distance() <= nearEnd)
        isFollowing.value = true
      else if (offset < lastOffset - 1)
        isFollowing.value = false
      lastOffset = offset
    },
    onResize(): void {
      if (isFollowing.value && distance() > 0)
        scroller.value?.scrollTo(scroller.value.scrollSize)
    },
    toEnd(): void {
      isFollowing.value = true
      scroller.value?.scrollTo(scroller.value.scrollSize)
    },
  }
}
