import type { SearchResult } from '../../../shared/contract/methods/searchMethods'
import type { SearchKind } from '../../../shared/thread/text/entryWords'
import type { Entry } from '../../../shared/thread/transcript'
import { formatNumber } from '../../text/format'
import { visibleName } from '../../text/visibleText'

/** Strings of the search over all threads and of find in thread. */
export const searchWords = {
  name: 'Search everything',
  placeholder: 'Search everything said and done',
  results: 'Results',
  preview: 'Preview',
  found: ({
    matchCount: matches,
    threadCount: threads,
    isCut,
  }: Pick<SearchResult, 'matchCount' | 'threadCount' | 'isCut'>) =>
    `${isCut ? 'More than ' : ''}${formatNumber(matches)} ${matches === 1 ? 'match' : 'matches'} in ${formatNumber(threads)} ${
      threads === 1 ? 'thread' : 'threads'}`,
  matches: (count: number) => `${formatNumber(count)} ${count === 1 ? 'match' : 'matches'}`,
  place: (index: number, count: number) => `${index} of ${count}`,
  previous: 'Earlier match in this thread',
  next: 'Later match in this thread',
  more: (count: number) => `${count} more ${count === 1 ? 'thread' : 'threads'}: add a word to narrow it down.`,
  searching: 'Searching…',
  indexing: 'Some threads are still being read, so more may turn up.',
  start: 'Find a message, a command or a change',
  startHint: 'In every thread. Quote a phrase: "idempotency key". End with a star for the beginning of a word: retr*',
  none: (search: string) => `Nothing found for “${visibleName(search, 60)}”`,
  noneHint: 'Try fewer words, or another folder, agent or time.',
  failed: 'Couldn’t search',
  retry: 'Retry',
  open: 'open',
  choose: 'choose',
  inThread: 'next in the thread',

  filters: 'Narrow down',
  folder: 'Folder',
  everyFolder: 'Every folder',
  agent: 'Agent',
  everyAgent: 'Every agent',
  time: 'Time',
  times: { any: 'Any time', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  kind: 'Kind',
  kinds: { all: 'Everything', message: 'Messages', change: 'Changes', command: 'Commands' } satisfies
  Record<Exclude<SearchKind, 'other'> | 'all', string>,

  who: {
    'user': 'You',
    'agent': 'Agent',
    'thought': 'Thought',
    'tool': 'Tool call',
    'plan': 'Plan',
    'permission': 'Question',
    'elicitation': 'Question',
    'notice': 'Notice',
    'compaction': 'Notice',
    'unknown': 'Notice',
    'origin': 'Origin',
    'turn-end': 'End of the turn',
  } satisfies Record<Entry['kind'], string>,

  find: {
    name: 'Find in thread',
    placeholder: 'Find in this thread',
    next: 'Next match',
    previous: 'Previous match',
    close: 'Close',
    count: (place: number, count: number, isCut: boolean) => `${place} of ${formatNumber(count)}${isCut ? '+' : ''}`,
    none: 'No match',
    failed: 'Not searched',
  },
} as const
