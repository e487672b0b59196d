import type { RevertedFile } from '../../../../shared/changes/change'
import type { Author } from '../../changes/changeAuthors'
import { formatNumber } from '../../../text/format'
import { gradeWords } from '../../changes/planned/words'

/** Strings of the list of changed files. */
export const changeWords = {
  name: 'Changed files',
  files: (count: number) => count === 0 ? 'No file changed' : count === 1 ? '1 file changed' : `${formatNumber(count)} files changed`,
  notAsked: 'not asked',
  outside: 'outside the folder',
  outsideHint: 'It lies in none of the thread\'s folders: Parley records nothing there, and cannot review or undo it',
  by: {
    ...gradeWords,
    you: 'by you',
    otherThread: 'by another thread',
    outside: 'from outside',
  } satisfies Record<Exclude<Author, 'everyone'>, string>,
  reverted: { reject: 'rejected', restore: 'restored' } satisfies Record<RevertedFile['act'], string>,
  gap: (words: string) => `Not everything is recorded: ${words}`,
  more: (count: number) => count === 1 ? '1 more file' : `${formatNumber(count)} more files`,
} as const
