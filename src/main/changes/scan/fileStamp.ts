import type { Stats } from 'node:fs'
import type { SeenFile } from '../store/fileTable'

/**
 * The kernel takes the times of files from a coarse clock, up to this much behind ours: two changes within it have the
 * same time.
 */
export const clockGrainMs = 50

/** What is stored of a file after a scan. */
export function seenFrom(state: string, stats: Stats | undefined, looked: number): SeenFile {
  const { size = 0, mtimeMs = 0, ctimeMs = 0, ino = 0 } = stats ?? {}
  return { state, size, mtime: mtimeMs, ctime: ctimeMs, inode: ino, looked }
}

/** Whether the file is the one that was seen, as far as its times and size tell. */
export function stampFits(seen: SeenFile, stats: Stats): boolean {
  return seen.mtime === stats.mtimeMs && seen.ctime === stats.ctimeMs && seen.size === stats.size && seen.inode === stats.ino
}

/** Whether only its size and time are known. */
export function isUnread({ state }: SeenFile): boolean {
  return state.startsWith('u ')
}
