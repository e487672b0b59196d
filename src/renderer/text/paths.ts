import { isWithin, splitPath } from '../../shared/paths'
import { visibleName } from './visibleText'

/** Maximum characters of a name; longer than any real one. */
const maxName = 2_000

/** Returns the last part of a path of any platform, with misleading characters escaped. */
export function getFolderName(folder: string): string {
  return visibleName(listPathNames(folder).at(-1) ?? folder, maxName)
}

/** Names each folder, with as many parents as needed to distinguish it. */
export function toDistinctNames(folders: readonly string[]): string[] {
  const parts = folders.map(listPathNames)
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

/** Splits a path of any platform into names. */
export function listPathNames(path: string): string[] {
  return path.split(/[/\\]/).filter(part => part !== '')
}

/** Whether a path is a Windows path. */
export function isWindowsFolder(folder: string | undefined): boolean {
  return /^(?:[A-Z]:[\\/]|\\\\)/i.test(folder ?? '')
}

/** Whether a path is only a name, whose file may be in any folder. */
export function isBareName(path: string): boolean {
  return !/[\\/]/.test(path)
}

/** Returns a path relative to `folder`, or the whole path unless it is clearly inside. */
export function toRelativePath(path: string, folder: string | undefined): string {
  // The folder determines the path syntax, as an imported thread may come from another system.
  const isWindows = isWindowsFolder(folder)
  const platform = isWindows ? 'win32' : 'posix'
  const base = folder?.replace(isWindows ? /[\\/]+$/ : /\/+$/, '')
  if (!base || !path.startsWith(base) || !isWithin(path, base, platform) || splitPath(path, platform).includes('..'))
    return path
  return path.slice(base.length).replace(isWindows ? /^[\\/]+/ : /^\/+/, '') || path
}

/** Maximum length shown, as an embedded file's address may be a megabyte. */
const maxAddress = 4_096

/** Formats an address for display: `file://` as a path, Parley's attachments by name, others as they are. */
export function formatUri(uri: string): string {
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
    return uri // not a valid address
  }
}
