import { posix, win32 } from 'node:path'
import { maxPathCharacters } from '../../shared/files/fileLimits'

// Superscript digits count as digits in device names.
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[. ]|$)/i
/** As Windows shortens long names for programs of 1993. */
const shortName = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/

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

/** Why an absolute path of Windows cannot be taken at its word, or `undefined`. */
function windowsFault(path: string): string | undefined {
  if (!/^[a-z]:[/\\]/i.test(path))
    return 'Invalid path: it must begin with a drive letter'
  const names = namesOf(path)
  if (names.some(name => name.includes(':')))
    return 'Invalid path: it names a stream'
  if (names.some(name => windowsDevice.test(name)))
    return 'Invalid path: it names a device'
  // Windows drops them, so the name checked would not be the name opened.
  if (names.some(name => name !== '.' && name !== '..' && /[. ]$/.test(name)))
    return 'Invalid path: a name in it ends with a dot or a space'
  return undefined
}

/**
 * True where a short name in `path` (`PROGRA~1`) stands for another, longer one in `realPath`: what was judged by name
 * was something else.
 */
export function lostShortName(path: string, realPath: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32')
    return false
  const kept = new Set(namesOf(realPath).map(foldedName))
  return namesOf(path).some(name => shortName.test(name) && !kept.has(foldedName(name)))
}

/** A name as volumes compare it that ignore case and how letters are composed, as those of macOS and Windows do. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}

function namesOf(path: string): string[] {
  return path.slice(3).split(/[/\\]/)
}
