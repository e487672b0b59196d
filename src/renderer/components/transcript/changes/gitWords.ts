import type { GitChange } from '../../../../shared/changes/gitChange'
import { formatNumber } from '../../../text/format'
import { visibleName } from '../../../text/visibleText'

/** Maximum shown length of a branch name. */
const maxName = 80

/** Describes changes of a repository. `isRisky`: git may run other programs from now on. */
export function describeGitChange({ branch, commits, moved, config, hooks, repository }: GitChange): { words: string, isRisky: boolean }[] {
  const name = (text: string): string => visibleName(text, maxName)
  return [
    ...repository ? [{ words: repository === 'new' ? 'A git repository was made.' : 'The git repository is gone.', isRisky: false }] : [],
    ...branch ? [{ words: `Branch ${name(branch.to)} is checked out; it was ${name(branch.from)}.`, isRisky: false }] : [],
    ...commits ? [{ words: commits === 1 ? '1 commit was made.' : `${formatNumber(commits)} commits were made.`, isRisky: false }] : [],
    ...moved ? [{ words: 'Another commit is checked out.', isRisky: false }] : [],
    ...config ? [{ words: 'The repository’s git settings changed. They can name programs that git runs.', isRisky: true }] : [],
    ...hooks ? [{ words: 'The repository’s git hooks changed. They are programs that git runs.', isRisky: true }] : [],
  ]
}
