import type { FileSearchEnd } from '../../../../shared/contract/methods/fileMethods'
import type { HostConnection } from '../../../../shared/rpc'
import type { TabStop } from '../useTreeKeys'
import { reactive, shallowRef } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { toggleItem } from '../../../composables/toggleItem'
import { report } from '../../../report'
import { addMatches, type MatchesByFile } from './searchRows'

/** A query of the file search. */
export interface FileQuery {
  text: string
  isRegex: boolean
  matchCase: boolean
  wholeWord: boolean
  /** Such as `*.ts`; empty for all files. */
  include: string
}

/** A thread's file search with its latest results. */
export type FileSearch = ReturnType<typeof openFileSearch>

/**
 * Runs one search at a time. A new search stops the previous one, whose results stay until the first new ones arrive.
 * Long because its functions share the running search.
 */
export function openFileSearch({ host, on }: HostConnection, threadId: string) {
  const query = reactive<FileQuery>({ text: '', isRegex: false, matchCase: false, wholeWord: false, include: '' })
  const matches = shallowRef<MatchesByFile>(new Map())
  const end = shallowRef<FileSearchEnd>()
  /** Why the search failed. */
  const failed = shallowRef<string>()
  const running = shallowRef<string>()
  /** The text of the latest search. */
  const searchedText = shallowRef('')
  const folded = shallowRef<ReadonlySet<string>>(new Set())
  const tabStop = shallowRef<TabStop>()

  function clearResults(): void {
    matches.value = new Map()
    folded.value = new Set()
    tabStop.value = undefined
  }

  async function run(): Promise<void> {
    stop()
    end.value = failed.value = undefined
    searchedText.value = query.text
    if (query.text === '') {
      running.value = undefined
      return clearResults()
    }
    const searchId = crypto.randomUUID()
    running.value = searchId
    let isFirst = true
    const unsubscribe = on('fileMatches', (event) => {
      if (event.searchId !== searchId || running.value !== searchId)
        return
      if (isFirst)
        clearResults()
      isFirst = false
      matches.value = addMatches(matches.value, event.files)
    })
    const { include, ...rest } = query
    try {
      const result = await host.searchFiles({
        threadId,
        searchId,
        ...rest,
        ...include.trim() !== '' && { include: include.trim() },
      })
      if (running.value !== searchId)
        return
      if (isFirst)
        clearResults()
      end.value = result
    }
    catch (error) {
      if (running.value === searchId)
        failed.value = errorMessage(error)
    }
    finally {
      unsubscribe()
      if (running.value === searchId)
        running.value = undefined
    }
  }

  /** Stops the search and keeps its results. */
  function stop(): void {
    const searchId = running.value
    if (searchId !== undefined)
      host.stopFileSearch({ searchId }).catch(report)
  }

  function toggle(path: string): void {
    folded.value = toggleItem(folded.value, path)
  }

  return { query, matches, end, failed, running, searchedText, folded, tabStop, run, stop, toggle }
}
