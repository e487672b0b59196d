import type { FileChange, ReviewAct, ReviewState } from '../../../shared/changes/change'
import type { Author, OtherAuthor } from './changeAuthors'
import type { ReviewScope } from './reviewRange'
import { formatNumber } from '../../text/format'
import { lineEndNames } from '../diff/words'
import { files, gradeWords } from './planned/words'

/** What restoring files says. */
const restoreWords = {
  button: 'Restore files to here',
  hint: 'Take back what the agent changed since this message was sent',
  name: 'Restore files',
  about: 'What the agent changed since this message was sent is taken back. Everything else stays as it is.',
  nothing: 'There is nothing to restore: the files are as they were.',
  confirm: 'Restore',
  busy: 'An agent works in this folder. Stop it first.',
  stop: 'Stop the agent',
  failed: 'The files could not be restored',
  done: (count: number) => `Restored ${files(count)}`,
} as const

/** Who changed a file, as it is said beside it. */
const whoWords: Readonly<Record<Exclude<Author, 'everyone'>, string>> = {
  ...gradeWords,
  you: 'You',
  otherThread: 'Another thread',
  outside: 'Outside',
}

/** What is said where several changed the same lines. */
const versionWords = {
  name: 'Whose lines stay',
  why: (agent: string) => `${agent} and somebody else changed the same lines.`,
  others: { you: 'You', outside: 'You, or another program', otherThread: 'Another thread' } satisfies Record<OtherAuthor, string>,
  keepAgents: (agent: string) => `Keep ${agent}’s`,
  keepOthers: { you: 'Keep mine', outside: 'Keep mine', otherThread: 'Keep the other’s' } satisfies Record<OtherAuthor, string>,
  keepBoth: 'Keep both',
  bothHint: 'Both stand in the file, the agent’s lines first',
  none: 'No lines: they were deleted.',
} as const

/** What the review of changes says. */
export const changesWords = {
  name: 'Changes',
  openAll: 'Review changes',
  open: (count: number) => `Review changes (${formatNumber(count)})`,
  openHint: 'Look at what changed, keep or reject it',
  openDecidedHint: 'Nothing waits for you. Look at what changed',
  files,
  counts: (added: number, removed: number) =>
    `${added === 1 ? '1 line' : `${formatNumber(added)} lines`} added, ${formatNumber(removed)} removed`,
  back: 'Back to the thread',
  waits: (agent: string) => `${agent} waits for you`,
  progress: (decided: number, all: number) => `${formatNumber(decided)} of ${files(all)} decided`,
  layout: 'Layout',
  layouts: { side: 'Side by side', unified: 'Unified' },
  scope: 'Which turns',
  scopes: { turn: 'This turn', since: 'Since this message', thread: 'The whole thread' } satisfies Record<ReviewScope, string>,
  undo: 'Undo',
  undoHint: {
    keep: 'Undo the last keep',
    reject: 'Undo the last reject',
    choose: 'Undo the last choice',
    restore: 'Undo the restore',
  } satisfies Record<ReviewAct, string>,
  keepAll: 'Keep all',
  rejectAll: 'Reject all',
  keepAllHint: (count: number) => `Keep the changes in all ${files(count)} shown`,
  rejectAllHint: (count: number) => `See what rejecting the changes in all ${files(count)} shown does`,
  rejectDialog: {
    name: 'Reject changes',
    about: 'What is chosen is taken back from the files. Everything else stays as it is.',
    nothing: 'Nothing of what is shown can be rejected.',
    confirm: 'Reject',
  },
  allHint: {
    keep: 'Keep all changes, also those that are not shown',
    reject: 'See what rejecting all changes does, also those that are not shown',
  },
  working: (done: number, of: number) => `${formatNumber(done)} of ${files(of)} done`,
  stop: 'Stop',
  stopHint: 'Leave the rest as it is',
  keepFile: 'Keep file',
  rejectFile: 'Reject file',
  keepHunk: 'Keep hunk',
  rejectHunk: 'Reject hunk',
  undoHunkHint: { kept: 'Ask about the hunk again', rejected: 'Bring the hunk back into the file' },
  undoFileHint: { kept: 'Ask about the file again', rejected: 'Bring the changes of the file back' },
  unfoldHunk: (index: number) => `Show hunk ${formatNumber(index + 1)}`,
  version: versionWords,
  keepHint: 'The change stays, and is no longer asked about',
  rejectHint: 'The change is taken back from the file',
  hunk: (index: number, count: number) => `Hunk ${formatNumber(index + 1)} of ${formatNumber(count)}`,
  lines: (from: number, to: number) => from === to ? `line ${formatNumber(from)}` : `lines ${formatNumber(from)} to ${formatNumber(to)}`,
  unfold: (lines: number) => lines === 1 ? '1 unchanged line' : `${formatNumber(lines)} unchanged lines`,
  more: (lines: number) => `Show ${formatNumber(lines)} more lines`,
  unterminated: ' (no line feed at the end)',
  cut: (characters: number) => ` … ${formatNumber(characters)} more characters`,
  filter: 'Filter files',
  authors: 'Who changed it',
  author: (author: Author) => author === 'everyone' ? 'Everyone' : whoWords[author],
  tree: 'Files',
  changesOf: (path: string) => `Changes of ${path}`,
  foldFile: (path: string) => `Fold ${path}`,
  menuOf: (path: string) => `More about ${path}`,
  mine: 'This was me',
  agents: 'This was the agent',
  letter: { added: 'A', changed: 'M', deleted: 'D' } satisfies Record<FileChange['kind'], string>,
  kind: { added: 'New file', changed: 'Changed', deleted: 'Deleted' } satisfies Record<FileChange['kind'], string>,
  state: { pending: 'To review', partly: 'Partly decided', kept: 'Kept', rejected: 'Rejected' } satisfies Record<ReviewState, string>,
  shared: 'Also changed by somebody else',
  sharedHint: 'Somebody else changed the same lines. Look at them before you reject anything.',
  unkept: 'Cannot be undone',
  unkeptHint: 'Its earlier content was not kept: it was too large, could not be read, or changed before it was recorded.',
  past: 'It changed again later. Review more turns to keep or reject it.',
  pastDecided: 'It changed again later. Nothing in it is left to decide.',
  widen: { since: 'Review it since this message', thread: 'Review it in the whole thread' },
  nothingLeft: 'Nothing in it is left to decide.',
  whole: 'Its content is not shown: it is not text, in another encoding, or too long. Keep or reject it as a whole.',
  noText: 'Its content is not shown: it is not text, in another encoding, or too long.',
  empty: 'The file is empty.',
  facts: {
    mode: (before: string, after: string) => `Its permissions were ${before} and are ${after}.`,
    link: (before: string | undefined, after: string | undefined) => {
      if (after === undefined)
        return `It was a link to ${before}.`
      return before === undefined ? `It is a link to ${after}.` : `It was a link to ${before} and is one to ${after}.`
    },
    encoding: (before: string, after: string) => `It was written in ${before} and is in ${after}.`,
    lineEnds: (before: keyof typeof lineEndNames, after: keyof typeof lineEndNames) =>
      `Its lines ended in ${lineEndNames[before]} and end in ${lineEndNames[after]}.`,
  },
  keys: [['J', 'K', 'next, previous hunk'], ['Y', 'N', 'keep, reject'], ['C', '', 'comment']] as const,
  undoKey: 'undo',
  loading: 'Looking for changes…',
  reading: 'Reading…',
  failed: (why: string) => `The changes could not be read: ${why}`,
  retry: 'Retry',
  nothing: 'Nothing changed',
  nothingDetail: 'No file of this thread changed in these turns.',
  noneShown: 'No file matches the filter',
  notListed: (shown: number, count: number) => `${files(count)} changed. ${formatNumber(shown)} are shown, those to decide first.`,
  gap: (words: string) => `Not everything is recorded: ${words}`,
  decideFailed: { keep: 'This could not be kept', reject: 'This could not be rejected' },
  undoFailed: 'This could not be undone',
  claimFailed: 'This could not be recorded',
  left: (count: number) => `${files(count)} ${count === 1 ? 'was' : 'were'} left alone`,
  leftOf: (path: string, why: string) => `${path}: ${why}`,
  dismiss: 'Dismiss',
  done: {
    keep: (count: number) => `Kept ${files(count)}`,
    reject: (count: number) => `Rejected ${files(count)}`,
  },
  comment: {
    add: (line: number, isRemoved: boolean) => `Comment on ${isRemoved ? 'removed ' : ''}line ${formatNumber(line)}`,
    line: (line: number) => `Line ${formatNumber(line)}`,
    notSent: 'Not sent yet',
    edit: 'Edit comment',
    remove: 'Delete comment',
    save: 'Save',
    count: (count: number) => count === 1 ? '1 comment' : `${formatNumber(count)} comments`,
    go: (name: string, line: number) => `${name} ${line}`,
    note: 'Note',
    notePlaceholder: 'Add a note for all of them',
    send: (agent: string) => `Send to ${agent}`,
    sent: 'Comments sent',
    queued: 'Comments wait until the turn ends',
  },
  rejected: (count: number) => `Rejected changes: ${formatNumber(count)}`,
  restore: restoreWords,
  card: { name: 'Changed files', review: 'Review', toReview: (count: number) => `${formatNumber(count)} to review` },
} as const
