import {
  type ChangedBy,
  changeGrade,
  type FileChange,
  type Grade,
  grades,
  isPending,
} from '../../../shared/changes/change'

/** Authors in the review: the agent by grade, and others. */
export type Author = Grade | OtherAuthor | 'everyone'

/** Other authors as named in words. */
export type OtherAuthor = 'you' | 'otherThread' | 'outside'

/** The other author named for a file; of several, the most specific. */
export function otherAuthor({ by }: FileChange): OtherAuthor {
  return (['otherThread', 'you'] as const).find(author => by.includes(author)) ?? 'outside'
}

/** An author with counts. A file with several authors counts for each. */
interface AuthorCount {
  readonly author: Author
  readonly files: number
  readonly added: number
  readonly removed: number
}

/** Order in the list. */
const order = [...grades, 'you', 'otherThread', 'outside'] as const

/** All authors together, then each author. */
export function authorCounts(files: readonly FileChange[]): readonly AuthorCount[] {
  const authors = order.filter(author => filesBy(files, author).length > 0)
  return (['everyone', ...authors] as const).map(author => ({ author, ...sumChanges(filesBy(files, author)) }))
}

/** Authors of a file, without duplicates; the agent by its least certain grade. */
export function listedAuthors(by: readonly ChangedBy[]): readonly Exclude<Author, 'everyone'>[] {
  const grade = changeGrade(by)
  const others = by.flatMap(author => author === 'you' || author === 'otherThread' || author === 'outside' ? [author] : [])
  return grade ? [grade, ...others] : others
}

/** Files changed by this author. */
export function filesBy<F extends Pick<FileChange, 'by'>>(files: readonly F[], author: Author): readonly F[] {
  return author === 'everyone' ? files : files.filter(({ by }) => listedAuthors(by).includes(author))
}

/** The host's filter for an author's pending changes; `undefined` for everyone's. */
export function toChangedBy(author: Author): ChangedBy | undefined {
  switch (author) {
    case 'everyone': return undefined
    case 'edits': return 'asked'
    case 'commands': return 'command'
    case 'unclear': return 'unannounced'
    case 'you':
    case 'otherThread':
    case 'outside': return author
  }
}

/** Counts files and their lines, if known. */
export function sumChanges(files: readonly FileChange[]): Pick<AuthorCount, 'files' | 'added' | 'removed'> {
  return {
    files: files.length,
    added: files.reduce((sum, { added = 0 }) => sum + added, 0),
    removed: files.reduce((sum, { removed = 0 }) => sum + removed, 0),
  }
}

/** Whether the file is pending. */
export function isToDecide({ state }: FileChange): boolean {
  return isPending(state)
}
