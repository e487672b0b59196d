import { type ChangedBy, type FileChange, isPending } from '../../../shared/changes/change'

/** Whose changes are shown. */
export type Author = ChangedBy | 'everyone'

/** Who else changed what the agent changed, as far as a word can say it. */
export type OtherAuthor = 'you' | 'otherThread' | 'outside'

/** The other author that is named for a file: of several, the clearest. */
export function otherAuthor({ by }: FileChange): OtherAuthor {
  return (['otherThread', 'you'] as const).find(author => by.includes(author)) ?? 'outside'
}

/** An author, and how many of the changes are theirs. A file that several changed counts for each. */
export interface AuthorCount {
  readonly author: Author
  readonly files: number
  readonly added: number
  readonly removed: number
}

/** The order in which they are listed. */
const order: readonly ChangedBy[] = ['asked', 'command', 'you', 'unannounced', 'otherThread', 'outside', 'unclear']

/** Everybody, and each who changed something. */
export function authorCounts(files: readonly FileChange[]): readonly AuthorCount[] {
  const authors = order.filter(author => files.some(file => file.by.includes(author)))
  return (['everyone', ...authors] as const).map(author => ({ author, ...sumOf(filesBy(files, author)) }))
}

/** The files that this author changed. */
export function filesBy(files: readonly FileChange[], author: Author): readonly FileChange[] {
  return author === 'everyone' ? files : files.filter(file => file.by.includes(author))
}

/** How many files, and how many lines of them, as far as they are counted. */
export function sumOf(files: readonly FileChange[]): Pick<AuthorCount, 'files' | 'added' | 'removed'> {
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
