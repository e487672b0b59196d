import type { FoundInThread } from '../../../shared/contract/methods/searchMethods'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { errorMessage } from '../../../shared/errors'
import { findMatches, toLiteralPattern } from '../../../shared/search/plainSearch'
import { useHost } from '../../composables/host/useHost'
import { report } from '../../report'
import { useRevealed } from '../transcript/reveal/revealed'

/** Delay after the last keystroke before a search starts. */
const debounceMs = 120

/**
 * Finds a text in a thread and steps through its matches, starting with the latest. Long because its functions share
 * the matches and the position in them.
 */
export function useFindInThread(threadId: string, lastSeq: () => number) {
  const { host } = useHost()
  const revealed = useRevealed()
  const text = shallowRef('')
  const found = shallowRef<FoundInThread>()
  const failed = shallowRef<string>()
  /** All matches, by entry and index within the entry. */
  const places = computed(() => (found.value?.places ?? []).flatMap(({ entryIndex, count }) =>
    Array.from({ length: count }, (_, nth) => ({ entryIndex, nth }))))
  const place = shallowRef(0)
  let latest = 0
  let seenSeq = -1
  let timer: number | undefined

  async function run(): Promise<void> {
    const own = ++latest
    try {
      const result = text.value.trim() === ''
        ? undefined
        : await host.findInThread({ threadId, text: text.value.slice(0, 400) })
      if (own !== latest)
        return
      seenSeq = lastSeq()
      found.value = result
      failed.value = undefined
    }
    catch (error) {
      if (own === latest)
        failed.value = errorMessage(error)
    }
  }

  async function start(): Promise<void> {
    await run()
    place.value = places.value.length - 1
    show()
  }

  function show(): void {
    const pattern = toLiteralPattern(text.value)
    const at = places.value[place.value]
    revealed.value = at && pattern && { ...at, marksIn: drawn => findMatches(drawn, pattern) }
  }

  async function step(by: 1 | -1): Promise<void> {
    if (seenSeq !== lastSeq())
      await run() // the thread may have grown
    const count = places.value.length
    place.value = count === 0 ? 0 : (place.value + by + count) % count
    show()
  }

  watch(text, () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => start().catch(report), debounceMs)
  })
  onScopeDispose(() => {
    latest++
    clearTimeout(timer)
    revealed.value = undefined
  })

  const count = computed(() => places.value.length)
  const isCut = computed(() => found.value?.isCut === true)
  return { text, found, failed, place, count, isCut, step }
}
