import { posix, win32 } from 'node:path'
import { maxPathCharacters } from '../../shared/files/pathLimits'
import { windowsFault } from './windowsNames'

/** Why an agent's path is invalid, or `undefined`. Looks only at the text. */
export function pathFault(path: unknown, platform: NodeJS.Platform): string | undefined {
  if (typeof path !== 'string' || path === '')
    return 'Invalid path: it is empty'
  if (path.length > maxPathCharacters)
    return `Invalid path: it is longer than ${maxPathCharacters} characters`
  if (path.includes('\0'))
    return 'Invalid path: it contains a NUL character'
  if (/\p{Surrogate}/u.test(path)) // only lone ones match
    return 'Invalid path: it is not well-formed Unicode'
  const { isAbsolute } = platform === 'win32' ? win32 : posix
  if (!isAbsolute(path))
    return 'Invalid path: it must be absolute'
  if (platform === 'win32')
    return windowsFault(path)
  return undefined
}

/** Whether `path` names a folder by its ending: `/a/`, `/a/.`, `/a/..`. */
export function endsAsFolder(path: string): boolean {
  return /[/\\]\.{0,2}$/.test(path)
}

/** Whether a segment is `..`, plainly or encoded in a way that another program may decode. */
export function climbs(path: string): boolean {
  return path.split(/[/\\]/).some(segment => segment.replace(/%2e/gi, '.') === '..')
}

/** Whether `climbs` is true because of an encoding, which normalising does not see. */
export function climbsInDisguise(path: string, platform: NodeJS.Platform): boolean {
  const plain = path.split(platform === 'win32' ? /[/\\]/ : '/')
  return path.split(/[/\\]/).filter(segment => segment.replace(/%2e/gi, '.') === '..').length
    > plain.filter(segment => segment === '..').length
}
