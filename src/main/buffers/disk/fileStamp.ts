import type { Stats } from 'node:fs'

/** Clocks of file systems tick as seldom as this: what was written since may look as before. */
const tickMs = 2_000

/** What tells whether a file may have changed. */
export interface FileStamp {
  readonly key: string
  /** It was written so shortly before that a change after the look would not show. */
  readonly isFresh: boolean
}

export function stampOf({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats, now = Date.now()): FileStamp {
  return { key: [dev, ino, size, mtimeMs, ctimeMs, mode].join(' '), isFresh: now - Math.max(mtimeMs, ctimeMs) < tickMs }
}
