import type { Entry, Transcript } from '../../../../shared/thread/transcript'
import { computed } from 'vue'
import { nestEntries } from '../../../../shared/thread/subagents'
import { provideSteps } from '../toolCall/subagentSteps'
import { rowsOf } from './rowsOf'

/**
 * The height assumed for a row that was not drawn yet, in pixels. The list's own guess is the middle of the first few, often one line
 * each: then it draws twenty costly rows at once, of which three are in view.
 */
export const unmeasuredHeight = 120

const none: readonly Entry[] = []

/** A transcript as the rows of its list. What subagents did goes to the calls that started them. */
export function useRows(transcript: () => Transcript, isOpen: (rowId: string) => boolean) {
  const nested = computed(() => nestEntries(transcript().entries))
  provideSteps(() => nested.value.steps)
  /** Where the current turn begins among the roots. */
  const turnStart = computed(() => {
    const { entries, head, firstIndex } = transcript()
    const first = entries[Math.max(0, head.turnStart - firstIndex)]
    return first ? nested.value.roots.lastIndexOf(first) : Infinity
  })
  return computed(() => rowsOf(nested.value.roots, {
    liveFrom: transcript().head.turnOpen ? turnStart.value : Infinity,
    isOpen,
    stepsOf: call => nested.value.steps.get(call.id) ?? none,
  }))
}
