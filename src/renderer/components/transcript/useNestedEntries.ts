import type { Transcript, UserEntry } from '../../../shared/thread/transcript'
import { computed } from 'vue'
import { nestEntries } from '../../../shared/thread/subagents'
import { provideSteps } from './toolCall/subagentSteps'

/** A transcript's entries as they stand in its list: what subagents did is told to the calls that started them instead. */
export function useNestedEntries(transcript: () => Transcript) {
  const nested = computed(() => nestEntries(transcript().entries))
  const roots = computed(() => nested.value.roots)
  provideSteps(() => nested.value.steps)
  /** Where the current turn begins among the roots. */
  const turnStart = computed(() => {
    const { entries, head, firstIndex } = transcript()
    const first = entries[Math.max(0, head.turnStart - firstIndex)]
    return first ? roots.value.lastIndexOf(first) : Infinity
  })

  /** Whether the turn of the root at `index` still runs. */
  function isLive(index: number): boolean {
    return transcript().head.turnOpen && index >= turnStart.value
  }

  /** The message that began the turn that ends with the entry at `index`. */
  function promptOfTurn(index: number): UserEntry | undefined {
    if (roots.value[index]?.kind !== 'turn-end')
      return undefined
    return roots.value.slice(0, index).findLast((entry): entry is UserEntry => entry.kind === 'user' && !entry.isSteer)
  }

  return { roots, isLive, promptOfTurn }
}
