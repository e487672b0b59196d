import type { SearchResult } from '../../../shared/contract/methods/searchMethods'
import type { SearchKind } from '../../../shared/thread/text/entryWords'
import { computed, onScopeDispose, reactive, shallowRef, watch } from 'vue'
import { errorMessage } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'

/** Delay after the last keystroke before a search starts. */
const debounceMs = 120
/** Interval for repeating the search while threads are still being indexed. */
const retryMs = 1_500

const dayMs = 24 * 60 * 60 * 1000
/** Time span of each choice. */
const spans = { any: undefined, day: dayMs, week: 7 * dayMs, month: 30 * dayMs }

/** Filters of a search. Empty texts don't filter. */
export interface SearchFilters {
  folder: string
  agentId: string
  time: keyof typeof spans
  kind: Exclude<SearchKind, 'other'> | 'all'
}

/** Initial options. */
export interface SearchStart {
  readonly start?: string
  readonly folder?: string
}

/**
 * Searches all threads while the person types. Discards late results of earlier searches. Long because its functions
 * share the latest request.
 */
export function useSearch({ start = '', folder = '', limit }: SearchStart & { limit: number }) {
  const { host } = useHost()
  const search = shallowRef(start)
  const filters = reactive<SearchFilters>({ folder, agentId: '', time: 'any', kind: 'all' })
  const result = shallowRef<SearchResult>()
  const failed = shallowRef<string>()
  const isSearching = shallowRef(false)
  const words = computed(() => search.value.trim())
  let latest = 0
  let timer: number | undefined

  async function run(): Promise<void> {
    const own = ++latest
    if (words.value === '') {
      result.value = failed.value = undefined
      isSearching.value = false
      return
    }
    isSearching.value = true
    const { folder, agentId, time, kind } = filters
    const span = spans[time]
    try {
      const found = await host.searchThreads({
        search: search.value.slice(0, 400),
        limit,
        ...folder !== '' && { folder },
        ...agentId !== '' && { agentId },
        ...span !== undefined && { since: Date.now() - span },
        ...kind !== 'all' && { kind },
      })
      if (own !== latest)
        return
      result.value = found
      failed.value = undefined
      if (found.isIndexing)
        runLater(retryMs)
    }
    catch (error) {
      if (own === latest)
        failed.value = errorMessage(error)
    }
    finally {
      if (own === latest)
        isSearching.value = false
    }
  }

  function runLater(ms: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(() => void run(), ms)
  }

  watch(search, () => runLater(debounceMs))
  watch(filters, () => runLater(0))
  if (start !== '')
    runLater(0)
  onScopeDispose(() => {
    latest++
    clearTimeout(timer)
  })

  return { search, words, filters, result, failed, isSearching, retry: () => runLater(0) }
}
