import type { EntryMatch, SearchResult, ThreadMatches } from '../../../shared/contract/methods/searchMethods'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed, shallowRef, watch } from 'vue'

/** A listed thread with matches. */
interface FoundThread {
  readonly matches: ThreadMatches
  readonly thread: ThreadSummary
}

/** The chosen thread and match. A new result starts with the best match. */
export function useChosenMatch({ result, threads }: {
  result: () => SearchResult | undefined
  threads: () => readonly ThreadSummary[]
}) {
  const byId = computed(() => new Map(threads().map(thread => [thread.threadId, thread])))
  const found = computed(() => (result()?.threads ?? []).flatMap((matches): FoundThread[] => {
    const thread = byId.value.get(matches.threadId)
    return thread ? [{ matches, thread }] : []
  }))
  const chosen = shallowRef(0)
  const place = shallowRef(0)
  const current = computed(() => found.value[chosen.value])
  watch(result, () => chosen.value = place.value = 0)

  function choose(index: number): void {
    chosen.value = index
    place.value = 0
  }

  return {
    found,
    chosen,
    place,
    current,
    match: computed((): EntryMatch | undefined => current.value?.matches.matches[place.value]),
    choose,
    /** Goes to the next or previous thread, wrapping around. */
    step(by: 1 | -1): void {
      const count = found.value.length
      if (count > 0)
        choose((chosen.value + by + count) % count)
    },
    /** Goes to the thread's next or previous match. */
    stepInThread(by: 1 | -1): void {
      const count = current.value?.matches.matches.length ?? 0
      place.value = Math.min(Math.max(0, place.value + by), Math.max(0, count - 1))
    },
  }
}
