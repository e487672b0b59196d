import type { Entry } from '../../../../shared/thread/transcript'
import type { EndedTurn } from './row'
import { shownStatus } from '../../../../shared/thread/selectors'

/** Entries of an ended turn that fold: all except the person's messages, the answer, and what explains a bad end. */
export function foldableEntries({ entries, end }: EndedTurn): readonly Entry[] {
  const isWell = end.end.reason === 'end_turn' && !end.isEmpty && !end.fault
  const answer = finalAnswer(entries)
  const work = entries.filter(entry => !answer.has(entry) && !stays(entry) && (isWell || !explains(entry)))
  // After a bad end the last step tells what the turn was doing.
  return isWell || work.at(-1) !== entries.at(-1) ? work : work.slice(0, -1)
}

/** The agent's final messages, or its last one. */
export function finalAnswer(entries: readonly Entry[]): ReadonlySet<Entry> {
  const lastOther = entries.findLastIndex(entry => entry.kind !== 'agent' && !stays(entry))
  const atEnd = entries.slice(lastOther + 1).filter(saysSomething)
  const last = atEnd.length > 0 ? undefined : entries.findLast(saysSomething)
  return new Set(last ? [last] : atEnd)
}

function saysSomething(entry: Entry): boolean {
  return entry.kind === 'agent' && entry.content.some(block => block.type !== 'text' || block.text.trim() !== '')
}

function stays(entry: Entry): boolean {
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

function explains(entry: Entry): boolean {
  return entry.kind === 'tool' && ['failed', 'cancelled'].includes(shownStatus(entry))
}
