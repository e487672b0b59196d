import { basename, dirname, join } from 'node:path'
import { foldName } from './pathFault'
import { walkAncestors } from './pinnedFolder'
import { mayExist } from './resolvePath'

/** Entries that make git treat any folder as a repository. */
const repositoryEntries = ['HEAD', 'objects', 'refs'] as const
/** Entries of a repository that shares all others with another one. */
const linkedRepositoryEntries = ['HEAD', 'commondir'] as const
/**
 * Entries that determine what git runs and where. Other entries are not protected, because they may be the person's
 * worktrees.
 */
const protectedEntries = new Set([
  'head',
  'config',
  'config.worktree',
  'commondir',
  'gitdir',
  'hooks',
  'info',
  'modules',
  'objects',
  'packed-refs',
  'rebase-apply',
  'rebase-merge',
  'refs',
  'sequencer',
  'worktrees',
])

/**
 * Whether a write to this real path would turn a folder into a git repository, or change the config or hooks of one.
 */
export async function changesRepository(path: string): Promise<boolean> {
  for (const below of walkAncestors(path)) {
    const folder = dirname(below)
    const name = foldName(basename(below))
    if (folder !== below && protectedEntries.has(name) && (await wouldBeRepository(folder, name)))
      return true
  }
  return false
}

/** Whether a folder would be a repository if it contained `name`. */
async function wouldBeRepository(folder: string, name: string): Promise<boolean> {
  for (const names of [repositoryEntries, linkedRepositoryEntries]) {
    const there = await Promise.all(names.map(async part => foldName(part) === name || mayExist(join(folder, part))))
    if (there.every(Boolean))
      return true
  }
  return false
}
