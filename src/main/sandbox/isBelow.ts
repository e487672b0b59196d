import { isAbsolute, relative } from 'node:path'

/** Whether `path` is the folder itself or lies below it, as the two are spelled: links are the caller's to follow. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!/^\.\.(?:[/\\]|$)/.test(way) && !isAbsolute(way))
}
