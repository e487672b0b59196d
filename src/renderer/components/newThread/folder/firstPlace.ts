import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { shallowRef } from 'vue'

/** Stored instead of a path if the last thread had no folder. */
export const noFolder = 'none'

/**
 * The form's initial folder: of the continued thread, from the command line, as the last time, or the most recent one.
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
