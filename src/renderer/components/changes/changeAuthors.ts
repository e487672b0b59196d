import {
  type ChangedBy,
  changeGrade,
  type FileChange,
  type Grade,
  grades,
  isPending,
} from '../../../shared/changes/change'

/** Whose changes are shown: the agent's by how sure that is, and others'. */
export type Author = Grade | OtherAuthor | 'everyone'

/** Who else changed what the agent changed, as far as a word can say it. */
export type OtherAuthor = 'you' | 'otherThread' | 'outside'

/** The other author that is named for a file: of several, the clearest. */
export function otherAuthor({ by }: FileChange): OtherAuthor {
  return (['otherThread', 'you'] as const).find(author => by.includes(author)) ?? 'outside'
}

/** An author, and how many of the changes are theirs. A file that several changed counts for each. */
interface AuthorCount {
  readonly author: Author
  readonly files: number
  readonly added: number
  readonly removed: number
}

/** The order in which they are listed. */
const order = [...grades, 'you', 'otherThread', 'outside'] as const

/** Everyone, and each who changed something. */
export function authorCounts(files: readonly FileChange[]): readonly AuthorCount[] {
  const authors = order.filter(author => filesBy(files, author).length > 0)
  return (['everyone', ...authors] as const).map(author => ({ author, ...sumChanges(filesBy(files, author)) }))
}

/** Everyone who changed a file: once each, the agent by the least certain of what it did. */
export function listedAuthors(by: readonly ChangedBy[]): readonly Exclude<Author, 'everyone'>[] {
  const grade = changeGrade(by)
  const others = by.flatMap(author => author === 'you' || author === 'otherThread' || author === 'outside' ? [author] : [])
  return grade ? [grade, ...others] : others
}

/** The files that this author changed. */
export function filesBy<F extends Pick<FileChange, 'by'>>(files: readonly F[], author: Author): readonly F[] {
  return author === 'everyone' ? files : files.filter(({ by }) => listedAuthors(by).includes(author))
}

/** By what the host calls it that something of that author's waits for a decision; `undefined`: whoever it was. */
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

/** How many files, and how many lines of them, as far as they are counted. */
export function sumChanges(files: readonly FileChange[]): Pick<AuthorCount, 'files' | 'added' | 'removed'> {
  return {
    files: files.length,
    added: files.reduce((sum, { added = 0 }) => sum + added, 0),
    removed: files.reduce((sum, { removed = 0 }) => sum + removed, 0),
  }
}

/** Whether something of it waits for a decision. */
export function isToDecide({ state }: FileChange): boolean {
  return isPending(state)
}
