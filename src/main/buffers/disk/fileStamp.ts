import type { Stats } from 'node:fs'

/** The clocks of some file systems tick only this often: a later write may leave the times as they were. */
const tickMs = 2_000

/** What tells whether a file may have changed. */
export interface FileStamp {
  readonly key: string
  /** It was written so recently that another change might not show in the key. */
  readonly isFresh: boolean
}

/** The stamp of a file as the system describes it now. */
export function fileStamp({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats, now = Date.now()): FileStamp {
  const written = mtimeMs > now ? ctimeMs : Math.max(mtimeMs, ctimeMs) // somebody may have set a time that is still to come
  return { key: [dev, ino, size, mtimeMs, ctimeMs, mode].join(' '), isFresh: now - written < tickMs }
}
