import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { shallowRef } from 'vue'

/** Stored instead of a path if the last thread had no folder. */
export const noFolder = 'none'

/**
 * Chooses the initial folder: that of the continued thread, the one from the command line, the last used, or that of
 * the latest thread.
 */
export function chooseInitialFolder({ continued, preselected, last, recent }: {
  continued: ThreadSummary | undefined
  preselected: string | undefined
  last: string
  recent: readonly string[]
}) {
  const continuedFolder = continued?.isScratch ? undefined : continued?.folder
  const isScratch = continued ? continued.isScratch === true : preselected === undefined && last === noFolder
  const lastFolder = last === noFolder || last === '' ? undefined : last
  return {
    isScratch: shallowRef(isScratch),
    folder: shallowRef(continuedFolder ?? preselected ?? lastFolder ?? recent[0] ?? ''),
  }
}
