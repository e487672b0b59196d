import type { Entry, Transcript } from '../../../../shared/thread/transcript'
import { useEventListener } from '@vueuse/core'
import { computed, type ShallowRef, shallowRef, triggerRef, watch } from 'vue'
import { nestEntries } from '../../../../shared/thread/subagents'
import { provideSteps } from '../toolCall/subagentSteps'
import { buildRows, type RowsOptions } from './buildRows'

/**
 * The height assumed for a row that was not drawn yet, in pixels. The list's own guess is the middle of the first few,
 * often one line each: then it draws twenty costly rows at once, of which three are in view.
 */
export const unmeasuredHeight = 120

const none: readonly Entry[] = []

/** A transcript as the rows of its list. What subagents did goes to the calls that started them. */
export function useRows(transcript: () => Transcript, isOpen: RowsOptions['isOpen']) {
  const nested = computed(() => nestEntries(transcript().entries))
  provideSteps(() => nested.value.steps)
  /** Where the current turn begins among the roots. */
  const turnStart = computed(() => {
    const { entries, head, firstIndex } = transcript()
    const first = entries[Math.max(0, head.turnStart - firstIndex)]
    return first ? nested.value.roots.lastIndexOf(first) : Infinity
  })
  return computed(() => buildRows(nested.value.roots, {
    liveFrom: transcript().head.turnOpen ? turnStart.value : Infinity,
    isOpen,
    stepsOf: call => nested.value.steps.get(call.id) ?? none,
  }))
}

/**
 * Tells whether the reader is anywhere but at the end, or at work in a step: selecting, focused, or having written in
 * this turn, as in a terminal, which gives the keyboard back when its command ends.
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
  return () => !isFollowing.value || hasWritten || isUsed(log.value)
}

/** Whether the reader selects text in the element, or works with something in it. */
function isUsed(element: HTMLElement | null): boolean {
  if (!element)
    return false
  const selection = getSelection()
  const { activeElement } = document
  return (selection?.isCollapsed === false && element.contains(selection.anchorNode))
    || (activeElement !== element && element.contains(activeElement))
}

/** What is known of the list whose rows fold. */
interface FoldsOptions {
  readonly isFollowing: Readonly<ShallowRef<boolean>>
  /** The id of the last turn that has ended. */
  readonly lastEnd: () => string | undefined
  /** Whether the reader is anywhere but at the end. */
  readonly isReading: () => boolean
}

/** Which runs and turns are unfolded: those that the reader opened, and the turn that was being read when it ended. */
export function useFolds({ isFollowing, lastEnd, isReading }: FoldsOptions) {
  const chosen = shallowRef(new Map<string, boolean>())
  const held = shallowRef<string>()

  // Before the rows are recreated: what is being read never folds away.
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
