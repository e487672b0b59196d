import type { FileSearchEnd } from '../../../../shared/contract/methods/fileMethods'
import type { HostConnection } from '../../../../shared/rpc'
import type { TabStop } from '../useTreeKeys'
import { reactive, shallowRef } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { toggled } from '../../../composables/toggled'
import { report } from '../../../report'
import { addMatches, type Found } from './searchRows'

/** A query in files. */
export interface FileQuery {
  text: string
  isRegex: boolean
  matchCase: boolean
  wholeWord: boolean
  /** Such as `*.ts`; empty for all files. */
  include: string
}

/** The search in a thread's files with its last results. */
export type FileSearch = ReturnType<typeof openFileSearch>

/**
 * Runs one search at a time: a new one aborts the previous, whose matches stay until the first new ones arrive. Long,
 * as a closure over its state.
 */
export function openFileSearch({ host, on }: HostConnection, threadId: string) {
  const query = reactive<FileQuery>({ text: '', isRegex: false, matchCase: false, wholeWord: false, include: '' })
  const found = shallowRef<Found>(new Map())
  const end = shallowRef<FileSearchEnd>()
  /** Why the search could not start. */
  const failed = shallowRef<string>()
  const running = shallowRef<string>()
  /** The text that was searched for. */
  const searchedText = shallowRef('')
  const folded = shallowRef<ReadonlySet<string>>(new Set())
  const reached = shallowRef<TabStop>()

  function begin(): void {
    found.value = new Map()
    folded.value = new Set()
    reached.value = undefined
  }

  async function run(): Promise<void> {
    stop()
    end.value = failed.value = undefined
    searchedText.value = query.text
    if (query.text === '') {
      running.value = undefined
      return begin()
    }
    const searchId = crypto.randomUUID()
    running.value = searchId
    let isFirst = true
    const off = on('fileMatches', (event) => {
      if (event.searchId !== searchId || running.value !== searchId)
        return
      if (isFirst)
        begin()
      isFirst = false
      found.value = addMatches(found.value, event.files)
    })
    const { include, ...rest } = query
    try {
      const ended = await host.searchFiles({ threadId, searchId, ...rest, ...include.trim() !== '' && { include: include.trim() } })
      if (running.value !== searchId)
        return
      if (isFirst)
        begin()
      end.value = ended
    }
    catch (error) {
      if (running.value === searchId)
        failed.value = errorMessage(error)
    }
    finally {
      off()
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
    folded.value = toggled(folded.value, path)
  }

  return { query, found, end, failed, running, searchedText, folded, reached, run, stop, toggle }
}
