import type { RevertedFile } from '../../../../shared/changes/change'
import type { GitChange } from '../../../../shared/changes/gitChange'
import type { AuthorFilter } from '../../changes/changeAuthors'
import { formatNumber } from '../../../text/format'
import { visibleName } from '../../../text/visibleText'
import { gradeWords } from '../../changes/planned/words'

/** Strings of the list of changed files. */
export const changeWords = {
  name: 'Changed files',
  files: (count: number) =>
    count === 0 ? 'No file changed' : count === 1 ? '1 file changed' : `${formatNumber(count)} files changed`,
  notAsked: 'not asked',
  outside: 'outside the folder',
  outsideHint: 'It lies in none of the thread\'s folders: Parley records nothing there, and cannot review or undo it',
  by: {
    ...gradeWords,
    you: 'by you',
    otherThread: 'by another thread',
    outside: 'from outside',
  } satisfies Record<Exclude<AuthorFilter, 'everyone'>, string>,
  reverted: { reject: 'rejected', restore: 'restored' } satisfies Record<RevertedFile['act'], string>,
  gap: (words: string) => `Not everything is recorded: ${words}`,
  more: (count: number) => count === 1 ? '1 more file' : `${formatNumber(count)} more files`,
} as const

/** Maximum shown length of a branch name. */
const maxName = 80

/** Describes changes of a repository. `isRisky` means that git may now run other programs. */
export function describeGitChange({ branch, commits, moved, config, hooks, repository }: GitChange): { words: string, isRisky: boolean }[] {
  const name = (text: string): string => visibleName(text, maxName)
  return [
    ...repository
      ? [{
          words: repository === 'new' ? 'A git repository was made.' : 'The git repository is gone.',
          isRisky: false,
        }]
      : [],
    ...branch
      ? [{
          words: `Branch ${name(branch.to)} is checked out; it was ${name(branch.from)}.`,
          isRisky: false,
        }]
      : [],
    ...commits
      ? [{
          words: commits === 1 ? '1 commit was made.' : `${formatNumber(commits)} commits were made.`,
          isRisky: false,
        }]
      : [],
    ...moved ? [{ words: 'Another commit is checked out.', isRisky: false }] : [],
    ...config
      ? [{
          words: 'The repository’s git settings changed. They can name programs that git runs.',
          isRisky: true,
        }]
      : [],
    ...hooks ? [{ words: 'The repository’s git hooks changed. They are programs that git runs.', isRisky: true }] : [],
  ]
}
