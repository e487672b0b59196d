import type { Entry, Transcript } from '../../../../shared/thread/transcript'
import { useEventListener } from '@vueuse/core'
import { computed, type ShallowRef, shallowRef, triggerRef, watch } from 'vue'
import { nestEntries } from '../../../../shared/thread/subagents'
import { provideSteps } from '../toolCall/subagentSteps'
import { buildRows, type RowsOptions } from './buildRows'

/**
 * Assumed height of undrawn rows in pixels. The list's own estimate is the median of the first rows. These are often
 * single lines, so the list would draw twenty costly rows at once.
 */
export const unmeasuredHeight = 120

const none: readonly Entry[] = []

/** The rows of a transcript, without steps of subagents, which their calls show. */
export function useRows(transcript: () => Transcript, isOpen: RowsOptions['isOpen'], keepsWork: () => boolean) {
  const nested = computed(() => nestEntries(transcript().entries))
  provideSteps(() => nested.value.steps)
  /** Start of the current turn among the root entries. */
  const turnStart = computed(() => {
    const { entries, head, firstIndex } = transcript()
    const first = entries[Math.max(0, head.turnStart - firstIndex)]
    return first ? nested.value.roots.lastIndexOf(first) : Infinity
  })
  return computed(() => buildRows(nested.value.roots, {
    liveFrom: transcript().head.turnOpen ? turnStart.value : Infinity,
    isOpen,
    keepsWork: keepsWork(),
    getSteps: call => nested.value.steps.get(call.id) ?? none,
  }))
}

/**
 * Whether the reader is away from the end, or uses a step: has a selection or the focus in it, or typed in it during
 * this turn, as in a terminal.
 */
export function useReading({ log, isFollowing, turnStart }: {
  log: Readonly<ShallowRef<HTMLElement | null>>
  isFollowing: Readonly<ShallowRef<boolean>>
  turnStart: () => number
}): () => boolean {
  let hasWritten = false
  useEventListener(log, 'keydown', ({ target }) => {
    hasWritten ||= target instanceof HTMLTextAreaElement
  })
  watch(turnStart, () => {
    hasWritten = false
  })
  return () => !isFollowing.value || hasWritten || isInUse(log.value)
}

/** Whether the reader has selected text in the element or focused something in it. */
function isInUse(element: HTMLElement | null): boolean {
  if (!element)
    return false
  const selection = getSelection()
  const { activeElement } = document
  return (selection?.isCollapsed === false && element.contains(selection.anchorNode))
    || (activeElement !== element && element.contains(activeElement))
}

interface FoldsOptions {
  readonly isFollowing: Readonly<ShallowRef<boolean>>
  /** Id of the last ended turn. */
  readonly lastEnd: () => string | undefined
  /** Whether the reader is away from the end. */
  readonly isReading: () => boolean
}

/** Tracks unfolded runs and turns: those that the reader opened, or was reading when the turn ended. */
export function useFolds({ isFollowing, lastEnd, isReading }: FoldsOptions) {
  const chosen = shallowRef(new Map<string, boolean>())
  const held = shallowRef<string>()

  // Before the rows are rebuilt, so that rows being read don't fold.
  watch(lastEnd, (end) => {
    held.value = end !== undefined && isReading() ? `worked ${end}` : undefined
  }, { flush: 'sync' })
  watch(isFollowing, now => now && (held.value = undefined))

  return {
    isOpen: (rowId: string, byDefault = false): boolean =>
      chosen.value.get(rowId) ?? (byDefault || held.value === rowId),
    toggle(rowId: string, isOpen: boolean): void {
      chosen.value.set(rowId, isOpen)
      triggerRef(chosen)
    },
  }
}
