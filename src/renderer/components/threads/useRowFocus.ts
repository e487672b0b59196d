import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { useEventListener } from '@vueuse/core'
import { computed, type Ref, shallowRef, watch } from 'vue'

/**
 * Keeps the focus in the list when the focused row moves or disappears: moves it to that thread, the one that took its
 * place, or the first heading. `current` is the id of the thread or group that last had the focus.
 */
export function useRowFocus(list: Readonly<Ref<HTMLElement | null>>, shown: () => readonly ThreadSummary[]) {
  const last = shallowRef<{ readonly id: string, readonly index: number }>()
  let hasFocus = false

  // Tracks all focus changes, as removed rows don't emit blur.
  useEventListener(document, 'focusin', ({ target }) => {
    const id = target instanceof Element && list.value?.contains(target) ? getLineId(target) : undefined
    hasFocus = id !== undefined
    if (id !== undefined)
      last.value = { id, index: shown().findIndex(({ threadId }) => threadId === id) }
  })

  const current = computed(() => {
    const { id, index = -1 } = last.value ?? {}
    return index < 0 || shown().some(({ threadId }) => threadId === id)
      ? id
      : shown()[Math.min(index, shown().length - 1)]?.threadId
  })

  watch(shown, () => {
    if (!hasFocus || document.activeElement !== document.body)
      return // the focus moved elsewhere
    const rows = [...list.value?.querySelectorAll<HTMLElement>('[data-thread]') ?? []]
    const row = rows.find(({ dataset }) => dataset.thread === current.value)
    const next = row?.querySelector('a') ?? list.value?.querySelector('button')
    next?.focus()
  }, { flush: 'post' })
  return { current }
}

/** Returns the id of a thread's row or a group's heading. */
function getLineId(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-thread]')?.dataset.thread ?? element.closest<HTMLElement>('[data-group]')?.dataset.group
}
