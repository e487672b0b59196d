import { onMounted, shallowRef, type ShallowRef } from 'vue'
import { useLooks } from './useLooks'

/** Positions are rounded. */
const graceInPixels = 4
/** What waits to be drawn or unfolded. */
const folded = '[data-hidden], [data-folded], details:not([open])'

/**
 * Whether all that `box` holds was in view: its end, with nothing in it left to unfold. What is added later has to be
 * read, too.
 */
export function useReadToEnd(box: Readonly<ShallowRef<HTMLElement | null>>) {
  const isRead = shallowRef(false)
  let readHeight = 0

  function look(): boolean {
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

  /** Something else is in the box. */
  function restart(): void {
    isRead.value = false
    readHeight = 0
  }

  onMounted(look)
  useLooks(look)
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
