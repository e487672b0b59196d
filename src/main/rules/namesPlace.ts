import type { Match } from './match/matchCommand'
import type { CommandPlace } from './placesReached'
import type { Word } from './shell/word'
import { resolve } from 'node:path'
import { isWithin, namesInPath } from '../../shared/paths'
import { isFromTop, matchesPath } from './match/matchPath'
import { pathsInWord } from './wordNames'

/** More words are not looked up: the rule may be about them. */
const maxWords = 500

/** Where a command works: its words mean something in each of `places`. */
interface NamedFrom {
  readonly places: readonly string[]
  readonly place: CommandPlace
}

/**
 * Whether a command names what the path of a rule that asks or denies is about, by its real place, or a folder that
 * holds it.
 */
export function namesPlace(pattern: string, words: readonly Word[], { places, place, folder }: NamedFrom & { folder: string }): Match {
  const fits = (path: string): boolean => matchesPath(pattern, path, { folder, ignoresCase: true })
  const head = fixedPart(isFromTop(pattern) ? pattern : `${folder}/${pattern}`)
  if (words.length > maxWords)
    return 'maybe'
  const matches = words.map((word, index): Match => {
    if (!word.isExact)
      return mayMatch(word.text, head, places) ? 'maybe' : 'no'
    const paths = pathsInWord(word.text, places)?.flatMap(path => [path, place.realPath(path)])
    if (paths?.some(path => path !== undefined && fits(path)))
      return 'yes'
    return paths === undefined || paths.some(path => path === undefined || (index > 0 && isAbove(path, head))) ? 'maybe' : 'no'
  })
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') || places.some(fits) ? 'maybe' : 'no'
}

/** The names before the first that is a pattern. */
function fixedPart(path: string): string {
  const names = namesInPath(path, process.platform)
  const first = names.findIndex(name => /[*?]/.test(name))
  return `/${names.slice(0, first < 0 ? undefined : first).join('/')}`
}

function isAbove(path: string, head: string): boolean {
  return isWithin(head.toLowerCase(), path.toLowerCase(), process.platform)
}

/**
 * What a pattern of the shell stands for lies below the names before it; the name itself is compared where it is the
 * next of `head`.
 */
function mayMatch(text: string, head: string, places: readonly string[]): boolean {
  if (/[$`~{[^]/.test(text))
    return true
  const names = text.split('/')
  const first = names.findIndex(name => /[*?]/.test(name))
  const start = names.slice(0, first).join('/') || (text.startsWith('/') ? '/' : '.')
  return places.map(place => resolve(place, start)).some((below) => {
    if (!isAbove(below, head))
      return isAbove(head, below)
    const next = namesInPath(head, process.platform)[namesInPath(below, process.platform).length]
    return next === undefined || matchesPath(names[first]!, `/${next}`, { folder: '', ignoresCase: true })
  })
}
