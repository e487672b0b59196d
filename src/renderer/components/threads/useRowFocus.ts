import type { ThreadGroup } from './groupThreads'
import { useEventListener } from '@vueuse/core'
import { type Ref, watch } from 'vue'

/**
 * Keeps the focus in the list when the focused row moves or disappears: on that thread, the one in its place, or the
 * heading of its folded group.
 */
export function useRowFocus(list: Readonly<Ref<HTMLElement | null>>, groups: () => readonly ThreadGroup[]): void {
  let last: { threadId: string, index: number } | undefined
  const rows = (): HTMLElement[] => [...list.value?.querySelectorAll<HTMLElement>('[data-thread]') ?? []]
  const getThreadId = (row: HTMLElement | undefined): string | undefined => row?.dataset.thread

  // Tracks all focus changes, as removed rows don't emit blur.
  useEventListener(document, 'focusin', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-thread]') : undefined
    const threadId = row ? getThreadId(row) : undefined
    last = row && threadId !== undefined ? { threadId, index: rows().indexOf(row) } : undefined
  })

  watch(groups, () => {
    if (!last || document.activeElement !== document.body)
      return // the focus moved elsewhere
    const all = rows()
    const row = all.find(row => getThreadId(row) === last?.threadId) ?? all[Math.min(last.index, all.length - 1)]
    const next = row?.querySelector('a') ?? list.value?.querySelector('button')
    next?.focus()
  }, { flush: 'post' })
}
