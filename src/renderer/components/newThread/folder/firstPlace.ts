import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { shallowRef } from 'vue'

/** What is kept as the last folder of a person who wanted none; no path is so. */
export const noFolder = 'none'

/**
 * Where the form offers to work: as the continued thread, as the shell was told, as the last time, or in the folder
 * used last.
 */
export function firstPlace({ continued, preselected, last, recent }: {
  continued: ThreadSummary | undefined
  preselected: string | undefined
  last: string
  recent: readonly string[]
}) {
  const own = continued?.isScratch ? undefined : continued?.folder
  const isScratch = continued ? continued.isScratch === true : preselected === undefined && last === noFolder
  const kept = last === noFolder || last === '' ? undefined : last
  return { isScratch: shallowRef(isScratch), folder: shallowRef(own ?? preselected ?? kept ?? recent[0] ?? '') }
}
