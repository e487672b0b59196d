import { onMounted, shallowRef, type ShallowRef } from 'vue'
import { useFrameChecks } from './useFrameChecks'

/** Tolerance for rounded positions. */
const graceInPixels = 4
/** Selector of content that is not drawn or unfolded yet. */
const folded = '[data-hidden], [data-folded], details:not([open])'

/**
 * Whether all of `box` was in view, up to its end, with nothing left to unfold. Content that is added later must be
 * read, too.
 */
export function useReadToEnd(box: Readonly<ShallowRef<HTMLElement | null>>) {
  const isRead = shallowRef(false)
  let readHeight = 0

  function check(): boolean {
    const element = box.value
    if (element && isEndInView(element)) {
      isRead.value = true
      readHeight = element.scrollHeight
    }
    else if (element && element.scrollHeight > readHeight + graceInPixels) {
      isRead.value = false
    }
    return true
  }

  /** Starts again, as the content was replaced. */
  function restart(): void {
    isRead.value = false
    readHeight = 0
  }

  onMounted(check)
  useFrameChecks(check)
  return { isRead, restart }
}

function isEndInView(element: HTMLElement): boolean {
  if (element.querySelector(folded) || element.scrollTop + element.clientHeight < element.scrollHeight - graceInPixels)
    return false
  const end = element.getBoundingClientRect().bottom - graceInPixels
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (end > parent.getBoundingClientRect().bottom && getComputedStyle(parent).overflowY !== 'visible')
      return false
  }
  return end <= window.innerHeight
}
