import { isWithin, splitPath } from '../../../../shared/paths'
import { isWindowsFolder } from '../../../text/paths'

/** Whether a file is outside the thread's folders. False if those are unknown. */
export function isOutside(path: string, folders: readonly string[]): boolean {
  const [own] = folders
  if (own === undefined)
    return false
  // Takes the path syntax from the folder, as a recorded thread may come from another system.
  const isWindows = isWindowsFolder(own)
  const platform = isWindows ? 'win32' : 'posix'
  const spelled = (name: string): string => isWindows ? name.toLowerCase() : name
  const absolute = /^(?:[/\\]|[A-Z]:[/\\])/i.test(path) ? path : [own, ...splitPath(path, platform)].join('/')
  return !folders.some(folder => isWithin(spelled(absolute), spelled(folder), platform))
}
