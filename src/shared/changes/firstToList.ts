import { type FileChange, isPending, maxListedChanges } from './change'

type Listed = Pick<FileChange, 'path' | 'by'> & { readonly state?: FileChange['state'] | undefined }

/**
 * Sorts changes by path. Beyond `max`, changes that await a decision take precedence; among them, those that the agent
 * named, then unannounced ones, then those by commands.
 */
export function prioritizeChanges<T extends Listed>(files: readonly T[], max: number = maxListedChanges): readonly T[] {
  const byPath = [...files].sort((left, right) => left.path < right.path ? -1 : 1)
  if (byPath.length <= max)
    return byPath
  const whose = (by: T['by']): number => by.includes('asked') ? 0 : by.every(author => author === 'command') ? 2 : 1
  const rank = ({ state, by }: T): number => (isPending(state) ? 0 : 3) + whose(by)
  const chosen = new Set([...byPath].sort((left, right) => rank(left) - rank(right)).slice(0, max))
  return byPath.filter(file => chosen.has(file))
}
