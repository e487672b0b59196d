import {
  type ChangedBy,
  changeGrade,
  type FileChange,
  type Grade,
  grades,
  isPending,
} from '../../../shared/changes/change'

/** Whose changes to show: the agent's, split by grade, or others'. */
export type AuthorFilter = Grade | OtherAuthor | 'everyone'

/** Authors other than the agent. */
export type OtherAuthor = 'you' | 'otherThread' | 'outside'

/** Returns a file's other author; of several, the most specific. */
export function findOtherAuthor({ by }: FileChange): OtherAuthor {
  return (['otherThread', 'you'] as const).find(author => by.includes(author)) ?? 'outside'
}

/** Counts of an author's files and lines. A file with several authors counts for each; its lines count for none. */
interface AuthorCount {
  readonly author: AuthorFilter
  readonly files: number
  readonly added: number
  readonly removed: number
}

/** Order of authors in the list. */
const order = [...grades, 'you', 'otherThread', 'outside'] as const

/** Counts for everyone, then for each author. */
export function countByAuthor(files: readonly FileChange[]): readonly AuthorCount[] {
  const authors = order.filter(author => filterByAuthor(files, author).length > 0)
  return (['everyone', ...authors] as const).map((author) => {
    const own = filterByAuthor(files, author)
    const alone = author === 'everyone' ? own : own.filter(({ by }) => listAuthors(by).length === 1)
    return { author, ...sumChanges(alone), files: own.length }
  })
}

/** Lists a file's authors without duplicates. The agent appears once, by its least certain grade. */
export function listAuthors(by: readonly ChangedBy[]): readonly Exclude<AuthorFilter, 'everyone'>[] {
  const grade = changeGrade(by)
  const others = by.flatMap(author => author === 'you' || author === 'otherThread' || author === 'outside' ? [author] : [])
  return grade ? [grade, ...others] : others
}

/** Returns the files that this author changed. */
export function filterByAuthor<F extends Pick<FileChange, 'by'>>(
  files: readonly F[],
  author: AuthorFilter,
): readonly F[] {
  return author === 'everyone' ? files : files.filter(({ by }) => listAuthors(by).includes(author))
}

/** Maps an author to the host's filter for pending changes; `undefined` for everyone. */
export function toChangedBy(author: AuthorFilter): ChangedBy | undefined {
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

/** Whether the file has pending changes. */
export function hasPendingChanges({ state }: FileChange): boolean {
  return isPending(state)
}
