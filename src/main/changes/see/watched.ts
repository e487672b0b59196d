import type { FolderWatch } from './folderWatch'
import type { KnownFolder } from './knownFolder'

/** Hears of the folder, and of those below, from now on. */
export function follow(folder: KnownFolder, watch: FolderWatch): void {
  if (folder.takesNew || folder.files.size > 0)
    watch.follow(folder)
  for (const below of folder.folders.values())
    follow(below, watch)
}

/** The folder is gone, with those below. */
export function leave(folder: KnownFolder, watch: FolderWatch): void {
  watch.leave(folder.path)
  for (const below of folder.folders.values())
    leave(below, watch)
}
