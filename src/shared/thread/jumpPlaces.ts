import type { Entry } from './transcript'
import { hasFailed } from './selectors'
import { getSearchKind } from './text/entryWords'

/** The kinds of entries that a reader can jump to. */
export const jumpKinds = ['change', 'question', 'error'] as const
export type JumpKind = typeof jumpKinds[number]

function isJumpTarget(entry: Entry, kind: JumpKind): boolean {
  switch (kind) {
    case 'change': return getSearchKind(entry) === 'change'
    case 'question': return entry.kind === 'permission' || entry.kind === 'elicitation'
    case 'error': return isError(entry)
  }
}

/** The next entry of a kind after or before `from`. To search backwards from the end, pass the number of entries. */
export function findJumpTarget(
  entries: readonly Entry[],
  { kind, from, step }: { kind: JumpKind, from: number, step: 1 | -1 },
): number | undefined {
  for (let index = from + step; index >= 0 && index < entries.length; index += step) {
    if (isJumpTarget(entries[index]!, kind))
      return index
  }
  return undefined
}

function isError(entry: Entry): boolean {
  switch (entry.kind) {
    case 'tool':
      return hasFailed(entry) || entry.refused !== undefined
    case 'turn-end':
      return entry.end.reason === 'error' || entry.fault !== undefined || entry.isEmpty === true
    case 'notice':
      return entry.notice.severity === 'error'
    case 'compaction':
      return entry.status === 'failed'
    default:
      return false
  }
}
