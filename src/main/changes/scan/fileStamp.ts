import type { Stats } from 'node:fs'
import type { SeenFile } from '../store/fileTable'

/** File times come from a coarse clock, up to this much behind ours. Two changes within it have the same timestamp. */
export const clockGrainMs = 50

/** Creates the record of a file after a scan. */
export function toSeenFile(state: string, stats: Stats | undefined, looked: number): SeenFile {
  const { size = 0, mtimeMs = 0, ctimeMs = 0, ino = 0 } = stats ?? {}
  return { state, size, mtime: mtimeMs, ctime: ctimeMs, inode: ino, looked }
}

/** Whether inode, times and size match the record. */
export function matchesStamp(seen: SeenFile, stats: Stats): boolean {
  return seen.mtime === stats.mtimeMs && seen.ctime === stats.ctimeMs && seen.size === stats.size && seen.inode === stats.ino
}

/** Whether only its size and time are known. */
export function isUnread({ state }: Pick<SeenFile, 'state'>): boolean {
  return state.startsWith('u ')
}
