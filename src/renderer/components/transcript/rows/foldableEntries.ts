import type { Entry } from '../../../../shared/thread/transcript'
import type { EndedTurn } from './row'
import { getShownStatus } from '../../../../shared/thread/selectors'

/**
 * Lists the entries of an ended turn to fold: all except the person's messages, the answer, and reasons for an abnormal
 * end.
 */
export function listFoldableEntries({ entries, end }: EndedTurn): readonly Entry[] {
  const isWell = end.end.reason === 'end_turn' && !end.isEmpty && !end.fault
  const answer = findFinalAnswer(entries)
  const work = entries.filter(entry => !answer.has(entry) && !staysVisible(entry) && (isWell || !explainsEnd(entry)))
  // After an abnormal end, the last step shows what the agent was doing.
  return isWell || work.at(-1) !== entries.at(-1) ? work : work.slice(0, -1)
}

/** Finds the agent's final messages, or its last one. */
export function findFinalAnswer(entries: readonly Entry[]): ReadonlySet<Entry> {
  const lastOther = entries.findLastIndex(entry => entry.kind !== 'agent' && !staysVisible(entry))
  const atEnd = entries.slice(lastOther + 1).filter(hasText)
  const last = atEnd.length > 0 ? undefined : entries.findLast(hasText)
  return new Set(last ? [last] : atEnd)
}

function hasText(entry: Entry): boolean {
  return entry.kind === 'agent' && entry.content.some(block => block.type !== 'text' || block.text.trim() !== '')
}

function staysVisible(entry: Entry): boolean {
  switch (entry.kind) {
    case 'user':
    case 'origin':
    case 'turn-end':
      return true
    case 'notice':
      return entry.notice.severity !== 'info'
    case 'compaction':
      return entry.status === 'failed'
    case 'permission':
    case 'elicitation':
      return !entry.answer
    case 'agent':
    case 'thought':
    case 'tool':
    case 'plan':
    case 'unknown':
      return false
  }
}

function explainsEnd(entry: Entry): boolean {
  return entry.kind === 'tool' && ['failed', 'cancelled'].includes(getShownStatus(entry))
}
