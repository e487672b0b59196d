import type { ThreadGroup } from './threadGroups'
import { useEventListener } from '@vueuse/core'
import { type Ref, watch } from 'vue'

/**
 * Keeps the focus in the list when the row that has it moves to another group or goes: it stays on that thread, else on
 * the one that takes its place, or on the heading of what is folded.
 */
export function useRowFocus(list: Readonly<Ref<HTMLElement | null>>, groups: () => readonly ThreadGroup[]): void {
  let last: { threadId: string, index: number } | undefined
  const rows = (): HTMLElement[] => [...list.value?.querySelectorAll<HTMLElement>('[data-thread]') ?? []]
  const idOf = (row: HTMLElement | undefined): string | undefined => row?.dataset.thread

  // Whatever receives the focus, here or elsewhere: a row that goes does not say so.
  useEventListener(document, 'focusin', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-thread]') : undefined
    const threadId = row ? idOf(row) : undefined
    last = row && threadId !== undefined ? { threadId, index: rows().indexOf(row) } : undefined
  })

  watch(groups, () => {
    if (!last || document.activeElement !== document.body)
      return // it went elsewhere
    const all = rows()
    const row = all.find(row => idOf(row) === last?.threadId) ?? all[Math.min(last.index, all.length - 1)]
    const next = row?.querySelector('a') ?? list.value?.querySelector('button')
    next?.focus()
  }, { flush: 'post' })
}
