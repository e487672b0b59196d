import { isWithin, namesInPath } from '../../shared/paths'

/** A path as it is called from within `folder`; the whole path where it does not lie in there, or does not say plainly that it does. */
export function pathInFolder(path: string, folder: string | undefined): string {
  // The folder shows whose paths these are: a recorded thread may come from another system.
  const isWindows = /^(?:[A-Z]:[\\/]|\\\\)/i.test(folder ?? '')
  const platform = isWindows ? 'win32' : 'posix'
  const base = folder?.replace(isWindows ? /[\\/]+$/ : /\/+$/, '')
  if (!base || !path.startsWith(base) || !isWithin(path, base, platform) || namesInPath(path, platform).includes('..'))
    return path
  return path.slice(base.length).replace(isWindows ? /^[\\/]+/ : /^\/+/, '') || path
}
