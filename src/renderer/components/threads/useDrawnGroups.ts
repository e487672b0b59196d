import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { ThreadGroup } from './groupThreads'
import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, type Ref, shallowRef } from 'vue'

/**
 * Maximum headings and threads of a list that is drawn completely. Each adds work to every frame of the page: with 100,
 * a keystroke in the message costs 1.4 times as much as with ten, with 200 1.8 times.
 */
const maxFullyDrawn = 100
/** Pixels that a longer list is drawn beyond its view. Drawn again after scrolling by as much. */
const overscan = 300

/** The drawn part of a group, with the heights of undrawn parts in pixels. */
export interface DrawnGroup {
  readonly group: ThreadGroup
  /** Height above its heading. */
  readonly gap: number
  readonly rows: readonly DrawnRow[]
  /** Height below its last drawn thread. */
  readonly rest: number
}

interface DrawnRow {
  readonly thread: ThreadSummary
  /** Height above the row. */
  readonly gap: number
  /** Position in the group, counted from 1; absent if the whole list is drawn. */
  readonly position?: number
}

/**
 * Determines the drawn part of the list: all of it, or of a long list the lines near the view, both ends, the open
 * thread, and the `current` line with its neighbours, which Tab and arrow keys need in the page.
 */
export function useDrawnGroups({ list, content, groups, isFolded, current, openId }: {
  /** The scrolling element, and its content. */
  list: Readonly<Ref<HTMLElement | null>>
  content: Readonly<Ref<HTMLElement | null>>
  groups: () => readonly ThreadGroup[]
  isFolded: (group: ThreadGroup) => boolean
  /** Id of the thread or group that has or had the focus. */
  current: () => string | undefined
  openId: () => string | undefined
}) {
  const from = shallowRef(0)
  const to = shallowRef(0)
  // Depend on density and font size. All headings have the same height, and so do all threads.
  const headingHeight = shallowRef(44)
  const rowHeight = shallowRef(30)

  function measure(): void {
    if (!list.value)
      return
    const { scrollTop, clientHeight } = list.value
    from.value = (Math.floor(scrollTop / overscan) - 1) * overscan
    to.value = (Math.ceil((scrollTop + clientHeight) / overscan) + 1) * overscan
    headingHeight.value = list.value.querySelector('h2')?.getBoundingClientRect().height || headingHeight.value
    rowHeight.value = list.value.querySelector('[data-thread] > a')?.getBoundingClientRect().height || rowHeight.value
  }

  useEventListener(list, 'scroll', measure, { passive: true })
  useResizeObserver([list, content], measure)

  const lines = computed(() => groups().flatMap(group =>
    [group.id, ...isFolded(group) ? [] : group.threads.map(({ threadId }) => threadId)]))
  const alwaysDrawn = computed(() => {
    const at = lines.value.indexOf(current() ?? '')
    const near = at < 0 ? [] : [at - 1, at, at + 1]
    return new Set([...[0, ...near, lines.value.length - 1].map(index => lines.value[index]), openId()])
  })

  return computed<readonly DrawnGroup[]>(() => {
    if (lines.value.length <= maxFullyDrawn)
      return groups().map(group => ({ group, gap: 0, rows: group.threads.map(thread => ({ thread, gap: 0 })), rest: 0 }))
    const row = rowHeight.value
    const heading = headingHeight.value
    const isDrawn = (id: string, top: number): boolean => (top >= from.value && top < to.value) || alwaysDrawn.value.has(id)
    const drawn: DrawnGroup[] = []
    let top = 0
    let gap = 0
    for (const group of groups()) {
      const threads = isFolded(group) ? [] : group.threads
      const rows: DrawnRow[] = []
      let rest = 0
      for (const [index, thread] of threads.entries()) {
        if (isDrawn(thread.threadId, top + heading + index * row)) {
          rows.push({ thread, gap: rest, position: index + 1 })
          rest = 0
        }
        else {
          rest += row
        }
      }
      if (rows.length > 0 || isDrawn(group.id, top)) {
        drawn.push({ group, gap, rows, rest })
        gap = 0
      }
      else {
        gap += heading + rest
      }
      top += heading + threads.length * row
    }
    return drawn
  })
}
