import type { LedgerTables } from '../store/ledgerTables'
import type { UnreadFiles } from './unreadFiles'
import { isUnread } from './fileStamp'
import { createKnownFolder, ensureFile, ensureFolder, type KnownFolder } from './knownFolder'

/** Whether the folder was never recorded, so that all files in it count as old. */
export function isBlank({ files, versions, turns }: LedgerTables): boolean {
  return versions.last() === 0 && turns.all().length === 0 && files.isEmpty
}

/**
 * Loads the folder's last recorded state. Adds files that had not been read to `unread`. `acceptsNew`: whether the
 * folder is walked.
 */
export function loadFolder(
  { path, acceptsNew }: Pick<KnownFolder, 'path' | 'acceptsNew'>,
  { files }: LedgerTables,
  unread: UnreadFiles,
): KnownFolder {
  const root = createKnownFolder('', path, { acceptsNew })
  for (const { path, ...seen } of files.all()) {
    if (path.endsWith('/')) {
      const flooded = ensureFolder(root, path.slice(0, -1))
      flooded.flood = seen.size
      flooded.acceptsNew = false
      continue
    }
    const file = ensureFile(root, path)
    file.seen = seen
    if (isUnread(seen))
      unread.add(file)
  }
  return root
}
