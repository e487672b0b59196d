import { basename, dirname, join } from 'node:path'
import { foldedName } from './pathFault'
import { ancestors } from './pinnedFolder'
import { mayExist } from './resolvePath'

/** What makes a folder a repository for git, wherever it lies and whatever it is called. */
const shape = ['HEAD', 'objects', 'refs'] as const
/** The shape of a folder that takes the rest from another. */
const linkedShape = ['HEAD', 'commondir'] as const
/**
 * What git reads in such a folder to find out what to run, and where. Other names there may be worktrees of the
 * person's.
 */
const decidingNames = new Set([
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

/** Whether a write at this real path makes a folder a git repository, or changes one's settings or hooks. */
export async function changesRepository(path: string): Promise<boolean> {
  for (const below of ancestors(path)) {
    const folder = dirname(below)
    const name = foldedName(basename(below))
    if (folder !== below && decidingNames.has(name) && (await isRepositoryWith(folder, name)))
      return true
  }
  return false
}

/** Whether a folder has the shape of a repository once `name` is in it. */
async function isRepositoryWith(folder: string, name: string): Promise<boolean> {
  for (const names of [shape, linkedShape]) {
    const there = await Promise.all(names.map(async part => foldedName(part) === name || mayExist(join(folder, part))))
    if (there.every(Boolean))
      return true
  }
  return false
}
