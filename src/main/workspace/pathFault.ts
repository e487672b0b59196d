import { posix, win32 } from 'node:path'
import { maxPathCharacters } from '../../shared/files/fileLimits'

// Superscript digits count as digits in device names.
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[. ]|$)/i
/** Windows 8.3 short names. */
const shortName = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/

/** Why an agent's path is invalid, or `undefined`. Checks only the text, not the disk. */
export function findPathFault(path: unknown, platform: NodeJS.Platform): string | undefined {
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
    return findWindowsFault(path)
  return undefined
}

/** Whether the ending of `path` means a folder: `/a/`, `/a/.`, `/a/..`. */
export function hasFolderEnding(path: string): boolean {
  return /[/\\]\.{0,2}$/.test(path)
}

/** Whether a segment is `..`, literally or percent-encoded, which another program may decode. */
export function isParentSegment(path: string): boolean {
  return path.split(/[/\\]/).some(segment => segment.replace(/%2e/gi, '.') === '..')
}

/** Whether `path` contains an encoded `..` or a backslash that normalizing does not resolve. */
export function hasHiddenClimb(path: string, platform: NodeJS.Platform): boolean {
  const plain = path.split(platform === 'win32' ? /[/\\]/ : '/')
  return path.split(/[/\\]/).filter(segment => segment.replace(/%2e/gi, '.') === '..').length
    > plain.filter(segment => segment === '..').length
}

/** Why Windows would open another file than the path names, or `undefined`. */
function findWindowsFault(path: string): string | undefined {
  if (!/^[a-z]:[/\\]/i.test(path))
    return 'Invalid path: it must begin with a drive letter'
  const names = splitSegments(path)
  if (names.some(name => name.includes(':')))
    return 'Invalid path: it names a stream'
  if (names.some(name => windowsDevice.test(name)))
    return 'Invalid path: it names a device'
  // Windows drops these characters, so the checked name would differ from the opened one.
  if (names.some(name => name !== '.' && name !== '..' && /[. ]$/.test(name)))
    return 'Invalid path: a name in it ends with a dot or a space'
  return undefined
}

/**
 * Whether a short name in `path` (`PROGRA~1`) was replaced in `realPath`, so that checks of the name applied to another
 * file.
 */
export function hasResolvedShortName(path: string, realPath: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32')
    return false
  const kept = new Set(splitSegments(realPath).map(foldName))
  return splitSegments(path).some(name => shortName.test(name) && !kept.has(foldName(name)))
}

/** Folds case and Unicode form like file systems of macOS and Windows do when comparing names. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}

function splitSegments(path: string): string[] {
  return path.slice(3).split(/[/\\]/)
}
