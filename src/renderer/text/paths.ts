import { isWithin, splitPath } from '../../shared/paths'
import { visibleName } from './visibleText'

/** Longer than any name. */
const maxName = 2_000

/** The last part of a path, on any platform, for people: what would mislead them is written out. */
export function folderName(folder: string): string {
  return visibleName(pathParts(folder).at(-1) ?? folder, maxName)
}

/** Each folder by its last name, with as many above it as tell it from the others. */
export function distinctNames(folders: readonly string[]): string[] {
  const parts = folders.map(pathParts)
  const tail = (names: readonly string[], count: number): string => names.slice(-count).join('/')
  return parts.map((names, index) => {
    const isShared = (count: number): boolean =>
      parts.some((others, other) => other !== index && tail(others, count) === tail(names, count))
    let count = 1
    while (count < names.length && isShared(count))
      count++
    return visibleName(tail(names, count) || folders[index]!, maxName) // a name for each folder
  })
}

/** The names that a path is made of, on any platform. */
export function pathParts(path: string): string[] {
  return path.split(/[/\\]/).filter(part => part !== '')
}

/** Whether a folder's path is one of Windows. */
export function isWindowsFolder(folder: string | undefined): boolean {
  return /^(?:[A-Z]:[\\/]|\\\\)/i.test(folder ?? '')
}

/** Whether a path is a name alone, which may be of a file in any folder. */
export function isBareName(path: string): boolean {
  return !/[\\/]/.test(path)
}

/** A path relative to `folder`; the whole path when it lies elsewhere or does not plainly lie inside. */
export function pathInFolder(path: string, folder: string | undefined): string {
  // The folder shows whose paths these are: a recorded thread may come from another system.
  const isWindows = isWindowsFolder(folder)
  const platform = isWindows ? 'win32' : 'posix'
  const base = folder?.replace(isWindows ? /[\\/]+$/ : /\/+$/, '')
  if (!base || !path.startsWith(base) || !isWithin(path, base, platform) || splitPath(path, platform).includes('..'))
    return path
  return path.slice(base.length).replace(isWindows ? /^[\\/]+/ : /^\/+/, '') || path
}

/** A longer one says no more to a reader; an embedded file's may be a megabyte. */
const maxAddress = 4_096

/** How an address is shown: a `file://` address as its path, what Parley attached as its name, any other as it is. */
export function uriLabel(uri: string): string {
  if (uri.length > maxAddress)
    return uri
  const attached = /^(?:attachment|pasted|selection|terminal|transcript):\/\/\/([^#]+)/.exec(uri)?.[1]
  if (attached === undefined && !uri.startsWith('file://'))
    return uri
  try {
    if (attached !== undefined)
      return decodeURIComponent(attached)
    return decodeURIComponent(new URL(uri).pathname)
  }
  catch {
    return uri // not an address after all: shown as it came
  }
}
