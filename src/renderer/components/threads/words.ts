import type { ScratchFiles } from '../../../shared/contract/methods/threadMethods'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { formatAge, formatNumber } from '../../text/format'
import { visibleName } from '../../text/visibleText'

/** What the list of threads says. */
export const threadListWords = {
  name: 'Threads',
  search: 'Search threads',
  noMatch: (search: string) => `No thread matches “${search}”.`,
  none: 'No threads yet.',
  failed: {
    rename: 'The thread was not renamed',
    delete: 'The thread was not deleted',
  },

  item: {
    title: 'Title',
    hint: (title: string, agent: string) => `${title}\n${agent}. F2 renames, Delete deletes.`,
    description: (agent: string, state: string) => `${agent}, ${state}`,
    untitled: 'this thread',
    rename: (title: string) => `Rename ${title}`,
    renameHint: 'Rename (F2)',
    delete: (title: string) => `Delete ${title}`,
    deleteHint: 'Delete (Delete)',
  },

  deletion: {
    name: 'Delete thread',
    question: (title: string) =>
      `Delete “${visibleName(title)}”? Its agent session ends. Its transcript, what its terminals showed, the record of its permissions `
      + 'and what you have not sent yet are removed for good, also from backups.',
    stays: (canDeleteInAgent: boolean) =>
      'What stays: files in its folder, permissions remembered for the folder, bundles you exported, and what the agent itself keeps'
      + `${canDeleteInAgent ? ', unless you choose otherwise here' : ''}.`,
    staysOfScratch: (canDeleteInAgent: boolean) =>
      'What stays: bundles you exported, files elsewhere that links in its folder lead to, and what the agent itself keeps'
      + `${canDeleteInAgent ? ', unless you choose otherwise here' : ''}.`,
    scratch: ({ files, isCut }: ScratchFiles) => files === 0 && !isCut
      ? 'Its scratch folder is empty, and goes too.'
      : `Its scratch folder goes too, with ${isCut ? 'more than ' : ''}${formatNumber(files)} ${files === 1 ? 'file' : 'files'}.`,
    noScratch: 'Its scratch folder is gone or was replaced: what is at its path now stays.',
    inAgent: (agent: string) => `Also delete its session in ${agent} (otherwise ${agent} keeps it)`,
    keep: 'Keep',
    delete: 'Delete',
  },
} as const

/** What threads without a folder stand under. */
export const scratchGroup = 'No folder'

/** The state of a thread, as its shape shows it. */
export type ThreadTone = 'waiting' | 'working' | 'ready' | 'bad' | 'quiet'

/** The tone of its shape, its state in words, and the one word that its row has room for: where the shape says it, the age. */
export function threadState(thread: ThreadSummary, now: number): { tone: ThreadTone, words: string, brief: string } {
  const age = formatAge(thread.updatedAt, now)
  if (thread.waiting > 0)
    return { tone: 'waiting', words: 'waiting for you', brief: '' }
  const { state } = thread.activity
  if (thread.isQueuePaused && (state === 'ready' || state === 'asleep' || state === 'stopped'))
    return { tone: 'waiting', words: 'queue paused', brief: 'paused' }
  switch (state) {
    case 'asleep': return { tone: 'quiet', words: age, brief: briefAge(age) }
    case 'starting': return { tone: 'working', words: 'starting', brief: 'starting' }
    case 'ready': return { tone: 'ready', words: age, brief: briefAge(age) }
    case 'working': return { tone: 'working', words: 'working', brief: '' }
    case 'cancelling': return { tone: 'working', words: 'stopping', brief: 'stopping' }
    case 'command-changed':
    case 'choices-lost': return { tone: 'waiting', words: 'waiting for you', brief: '' }
    case 'stopped': return { tone: 'bad', words: 'stopped', brief: 'stopped' }
    case 'sign-in': return { tone: 'waiting', words: 'needs sign-in', brief: 'sign in' }
  }
}

/** “5 min ago” as “5 min”. */
function briefAge(age: string): string {
  return age.replace(/ ago$/, '').replace(/^just /, '')
}
