import type { ScratchFiles } from '../../../shared/contract/methods/threadMethods'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { formatAge, formatNumber } from '../../text/format'
import { visibleName } from '../../text/visibleText'

/** Strings of the thread list. */
export const threadListWords = {
  name: 'Threads',
  search: 'Search threads',
  noMatch: (search: string) => `No thread matches “${search}”.`,
  none: 'No threads yet.',
  copiedMarkdown: 'The whole thread was copied as Markdown',
  failed: {
    copyMarkdown: 'The thread was not copied',
    rename: 'The thread was not renamed',
    delete: 'The thread was not deleted',
    restore: 'The thread was not restored',
    arrange: 'The thread was not moved in the list',
    copy: 'The title was not copied',
  },
  undo: 'Undo',
  undoLast: 'Undo: restore the last thread',
  deleted: (title: string) => `Deleted “${visibleName(title, 60)}”`,
  archived: (title: string) => `Archived “${visibleName(title, 60)}”`,
  stopped: 'Its turn was stopped.',

  grouping: {
    name: 'How threads are grouped',
    by: { folder: 'By folder', state: 'By state' } satisfies Record<Grouping, string>,
  },
  group: {
    count: (count: number) => formatNumber(count),
    add: 'Add a thread here',
    waits: 'waiting for you',
  },

  item: {
    title: 'Title',
    hint: (title: string, agent: string, folder: string) => `${title}\n${agent} in ${folder}`,
    description: (agent: string, state: string, { unread, isPinned }: Pick<ThreadSummary, 'unread' | 'isPinned'>) =>
      `${agent}, ${state}${unread ? ', not seen yet' : ''}${isPinned ? ', pinned' : ''}`,
    untitled: 'this thread',
    archive: (title: string) => `Archive ${title}`,
    archiveHint: 'Archive',
    unarchive: (title: string) => `Unarchive ${title}`,
    unarchiveHint: 'Unarchive',
    menu: (title: string) => `Menu of ${title}`,
    menuHint: 'More (right-click)',
  },

  menu: {
    name: 'Thread actions',
    open: 'Open',
    rename: 'Rename',
    pin: 'Pin',
    unpin: 'Unpin',
    archive: 'Archive',
    unarchive: 'Unarchive',
    copyTitle: 'Copy title',
    copyMarkdown: 'Copy thread as Markdown',
    export: 'Export…',
    delete: 'Delete',
    deleteInAgent: (agent: string) => `Delete, also in ${visibleName(agent)}…`,
  },

  deletion: {
    name: 'Delete thread',
    question: (title: string, isScratch: boolean) =>
      `Delete “${visibleName(title)}”? The transcript and terminal output are removed for good.${isScratch ? '' : ' Your files stay.'}`,
    undo: 'For 10 seconds you can undo this.',
    noUndo: 'The agent deletes at once, so this cannot be undone.',
    facts: 'What is removed',
    removed: 'Its agent session ends. Its transcript, what its terminals showed, the record of its permissions and what you have not sent '
      + 'yet are removed for good, also from backups.',
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
    inAgent: (agent: string) => `Also delete the session in ${agent}`,
    cancel: 'Cancel',
    delete: 'Delete thread',
  },
} as const

/** Groupings of the list. */
export type Grouping = 'folder' | 'state'

/** Names of groups. */
export const groupWords = {
  pinned: 'Pinned',
  archived: 'Archived',
  /** In list order. */
  tones: {
    waiting: 'Waiting for you',
    working: 'Working',
    bad: 'Stopped',
    interrupted: 'Stopped',
    news: 'Not seen yet',
    ready: 'At rest',
    quiet: 'At rest',
  } satisfies Record<ThreadTone, string>,
} as const

/** Strings of threads with changes to review. */
const reviewWords = {
  brief: (count: number) => `${formatNumber(count)} to review`,
  files: (count: number) => `${count === 1 ? '1 file' : `${formatNumber(count)} files`} to review`,
} as const

/** The group of threads without a folder. */
export const scratchGroup = 'No folder'

/** A thread's state as shown by its shape. */
export type ThreadTone = 'waiting' | 'working' | 'news' | 'ready' | 'interrupted' | 'bad' | 'quiet'

/** A thread's state: tone, words, and brief words for the row. */
interface ThreadState {
  readonly tone: ThreadTone
  readonly words: string
  readonly brief: string
}

/** Describes a thread's state. If the shape already shows it, `brief` is the number of pending changes, or the age. */
export function getThreadState(thread: ThreadSummary, now: number): ThreadState {
  const state = getOwnState(thread, now)
  const { pendingChanges } = thread
  if (!pendingChanges || !(state.tone === 'news' || state.tone === 'ready' || state.tone === 'quiet'))
    return state
  return { ...state, words: `${state.words}, ${reviewWords.files(pendingChanges)}`, brief: reviewWords.brief(pendingChanges) }
}

function getOwnState(thread: ThreadSummary, now: number): ThreadState {
  const age = formatAge(thread.updatedAt, now)
  if (thread.waiting > 0)
    return { tone: 'waiting', words: 'waiting for you', brief: '' }
  const { state } = thread.activity
  if (thread.isQueuePaused && (state === 'ready' || state === 'asleep' || state === 'stopped'))
    return { tone: 'waiting', words: 'queue paused', brief: 'paused' }
  const news = (state === 'ready' || state === 'asleep') && getUnreadState(thread.unread, age)
  if (news)
    return news
  switch (state) {
    case 'asleep': return { tone: 'quiet', words: age, brief: toBriefAge(age) }
    case 'starting': return { tone: 'working', words: 'starting', brief: 'starting' }
    case 'ready': return { tone: 'ready', words: age, brief: toBriefAge(age) }
    case 'working': return { tone: 'working', words: 'working', brief: '' }
    case 'cancelling': return { tone: 'working', words: 'stopping', brief: 'stopping' }
    case 'command-changed':
    case 'choices-lost': return { tone: 'waiting', words: 'waiting for you', brief: '' }
    case 'stopped': return { tone: 'bad', words: 'stopped', brief: 'stopped' }
    case 'sign-in': return { tone: 'waiting', words: 'needs sign-in', brief: 'sign in' }
  }
}

/** Describes an idle thread with unread events. */
function getUnreadState(unread: ThreadSummary['unread'], age: string): ThreadState | undefined {
  switch (unread) {
    case undefined: return undefined
    case 'ended': return { tone: 'news', words: `finished ${age}`, brief: toBriefAge(age) }
    case 'said': return { tone: 'news', words: `new message ${age}`, brief: toBriefAge(age) }
    case 'failed': return { tone: 'bad', words: `stopped before it was done, ${age}`, brief: toBriefAge(age) }
    case 'interrupted': return { tone: 'interrupted', words: 'interrupted: Parley was closed in its turn', brief: 'interrupted' }
  }
}

/** Shortens “5 min ago” to “5 min”. */
function toBriefAge(age: string): string {
  return age.replace(/ ago$/, '').replace(/^just /, '')
}
