import type { Entry } from './transcript'
import { hasFailed } from './selectors'
import { getSearchKind } from './text/entryWords'

/** What a reader can jump to. */
export const jumpKinds = ['change', 'question', 'error'] as const
/** One of these kinds. */
export type JumpKind = typeof jumpKinds[number]

/** Whether an entry is what a reader jumps to. */
function isPlace(entry: Entry, kind: JumpKind): boolean {
  switch (kind) {
    case 'change': return getSearchKind(entry) === 'change'
    case 'question': return entry.kind === 'permission' || entry.kind === 'elicitation'
    case 'error': return isError(entry)
  }
}

/** The next entry of a kind after, or before, a position; the end of the list is where one begins to go back. */
export function nextPlace(
  entries: readonly Entry[],
  { kind, from, step }: { kind: JumpKind, from: number, step: 1 | -1 },
): number | undefined {
  for (let index = from + step; index >= 0 && index < entries.length; index += step) {
    if (isPlace(entries[index]!, kind))
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
