import type { CommandPlace } from '../placesReached'
import { resolve } from 'node:path'
import { bracedWords } from './bracedWords'
import { matchesPath } from './matchPath'

/** More are not looked at: a person reads what is meant. */
const maxWords = 1_000
/** What only the shell knows, and the home. */
const isUnknown = /[$`]|^~/
const wildcard = /[*?[^]/
/** `.*` may mean the folder above, and so do `a/..` and a pattern before `..`, through a link. */
const leavesFolder = /(?:^|\/)\.{1,2}[*?[^]|[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/
/** In a folder and in all below it, for some shells. */
const deep = '**'

/** Where patterns are looked up. */
export interface PatternView extends Pick<CommandPlace, 'namesIn' | 'starsSkipHidden'> {
  readonly places: readonly string[]
}

/** A word as far as it is known, and the path that it stands for. */
interface Found {
  readonly text: string
  readonly path: string
}

/**
 * All words that a pattern of the shell may stand for from any of `places`: itself, where nothing fits, and every name
 * that fits it in some shell, hidden ones too unless `starsSkipHidden`. `undefined` where that cannot be told, is too
 * much, or where a name would be an option.
 */
export function wordsOfPattern(pattern: string, view: PatternView): readonly string[] | undefined {
  if (isUnknown.test(pattern))
    return undefined
  const words = new Set([pattern])
  for (const braced of bracedWords(pattern) ?? [undefined]) {
    const found = braced === undefined ? undefined : wordsOf(braced, view)
    found?.forEach(word => words.add(word))
    if (found === undefined || words.size > maxWords)
      return undefined
  }
  // A file can have the name of an option, and the program takes it for one.
  return [...words].some(word => word !== pattern && (word === '--' || (word.startsWith('-') && !pattern.startsWith('-'))))
    ? undefined
    : [...words]
}

function wordsOf(word: string, { places, ...view }: PatternView): readonly string[] | undefined {
  if (isUnknown.test(word) || leavesFolder.test(word))
    return undefined
  const found = wildcard.test(word) ? places.map(place => expanded(word, { place, ...view })) : []
  const names = found.flatMap(words => words ?? [])
  return found.includes(undefined) || names.some(name => name.startsWith('-')) ? undefined : [word, ...names]
}

function expanded(word: string, { place, ...view }: Omit<PatternView, 'places'> & { place: string }): string[] | undefined {
  const isWhole = word.startsWith('/')
  let found: Found[] = [{ text: isWhole ? '/' : '', path: isWhole ? '/' : place }]
  for (const name of word.split('/').filter(Boolean)) {
    const next = wildcard.test(name) ? entriesOf(found, { name, ...view }) : found.map(start => below(start, name))
    if (next === undefined || next.length > maxWords)
      return undefined
    found = next
  }
  return found.map(({ text }) => text)
}

function below({ text, path }: Found, name: string): Found {
  return { text: text === '' || text.endsWith('/') ? text + name : `${text}/${name}`, path: resolve(path, name) }
}

function entriesOf(
  starts: readonly Found[],
  { name, namesIn, starsSkipHidden }: Omit<PatternView, 'places'> & { name: string },
): Found[] | undefined {
  const loose = looseName(name)
  // The dot itself has to be typed: neither `?` nor `[.]` stands for it.
  const isMeant = (entry: string): boolean => !(starsSkipHidden && entry.startsWith('.') && !name.startsWith('.')) && fits(entry, loose)
  const found = name === deep ? [...starts] : []
  const folders = [...starts]
  for (const start of folders) {
    const names = namesIn(start.path)
    if (names === undefined || found.length > maxWords)
      return undefined
    const entries = names.filter(isMeant).map(entry => below(start, entry))
    found.push(...entries)
    if (name === deep)
      folders.push(...entries)
  }
  return found
}

/** Shells differ in what brackets, `?`, `^`, `#` and a later `~` stand for: it is no more than any letters. */
function looseName(name: string): string {
  return name.replace(/\[.*\]|\[.*$/s, '*').replace(/[\^#~].*$/s, '*').replaceAll('?', '*')
}

function fits(entry: string, loose: string): boolean {
  return loose === deep || matchesPath(`/${loose.replace(/\*+/g, '*')}`, `/${entry}`, { folder: '', ignoresCase: true, platform: 'linux' })
}
