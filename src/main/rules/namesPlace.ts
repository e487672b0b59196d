import type { Match } from './match/matchCommand'
import type { Word } from './shell/word'
import type { CommandPlace } from './trackFolders'
import { resolve } from 'node:path'
import { isWithin, splitPath } from '../../shared/paths'
import { isFromTop, matchesPath } from './match/matchPath'
import { resolvePathsInWord } from './wordNames'

/** Beyond this number of words, the result is `maybe`. */
const maxWords = 500

/** The folders in which a command's words are resolved. */
interface ResolutionFolders {
  readonly places: readonly string[]
  readonly place: CommandPlace
}

/** Whether a command names a path that an ask or deny rule matches, directly or through links, or an ancestor of it. */
export function namesRestrictedPath(
  pattern: string,
  words: readonly Word[],
  { places, place, folder }: ResolutionFolders & { folder: string },
): Match {
  const fits = (path: string): boolean => matchesPath(pattern, path, { folder, ignoresCase: true })
  const head = getFixedPart(isFromTop(pattern) ? pattern : `${folder}/${pattern}`)
  if (words.length > maxWords)
    return 'maybe'
  const matches = words.map((word, index): Match => {
    if (!word.isExact)
      return mayMatch(word.text, head, places) ? 'maybe' : 'no'
    const paths = resolvePathsInWord(word.text, places)?.flatMap(path => [path, place.realPath(path)])
    if (paths?.some(path => path !== undefined && fits(path)))
      return 'yes'
    return paths === undefined || paths.some(path => path === undefined || (index > 0 && isAbove(path, head)))
      ? 'maybe'
      : 'no'
  })
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') || places.some(fits) ? 'maybe' : 'no'
}

/** The path up to the first segment with a wildcard. */
function getFixedPart(path: string): string {
  const names = splitPath(path, process.platform)
  const first = names.findIndex(name => /[*?]/.test(name))
  return `/${names.slice(0, first < 0 ? undefined : first).join('/')}`
}

function isAbove(path: string, head: string): boolean {
  return isWithin(head.toLowerCase(), path.toLowerCase(), process.platform)
}

/** Whether a shell pattern may match `head` or a path below it. Compares the fixed part, then the next segment. */
function mayMatch(text: string, head: string, places: readonly string[]): boolean {
  if (/[$`~{[^]/.test(text))
    return true
  const names = text.split('/')
  const first = names.findIndex(name => /[*?]/.test(name))
  const start = names.slice(0, first).join('/') || (text.startsWith('/') ? '/' : '.')
  return places.map(place => resolve(place, start)).some((below) => {
    if (!isAbove(below, head))
      return isAbove(head, below)
    const next = splitPath(head, process.platform)[splitPath(below, process.platform).length]
    return next === undefined || matchesPath(names[first]!, `/${next}`, { folder: '', ignoresCase: true })
  })
}
