import type { Word } from '../shell/word'
import { resolve } from 'node:path'
import { type CommandPlace, trackFolders } from '../trackFolders'
import { listCandidates } from './matchCommand'
import { matchesPath } from './matchPath'

/** Beyond this number of words, the person decides. */
const maxWords = 1_000
/** Expansions that only the shell can resolve, and the home folder. */
const isUnknown = /[$`]|^~/
const wildcard = /[*?[^]/
const innermostBraces = /\{([^{}]*)\}/g
/** `.*` may match the parent folder, and `a/..` or a pattern before `..` may leave the folder through a link. */
const leavesFolder = /(?:^|\/)\.{1,2}[*?[^]|[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/
/** Matches recursively in some shells. */
const deep = '**'

/** The folders in which to expand patterns. */
interface PatternView extends Pick<CommandPlace, 'namesIn' | 'starsSkipHidden'> {
  readonly places: readonly string[]
}

/** A partly expanded word and its path. */
interface PartialWord {
  readonly text: string
  readonly path: string
}

/** Replaces each pattern with the names that it may match. Keeps patterns that cannot be expanded. */
export function expandPatterns(
  parts: readonly (readonly Word[])[],
  { cwd, isInside, namesIn, starsSkipHidden }: Pick<CommandPlace, 'cwd' | 'isInside' | 'namesIn' | 'starsSkipHidden'>,
): readonly (readonly Word[])[] {
  const reached = trackFolders([...parts, ...parts.flatMap(listCandidates)], { cwd, isInside })
  if ('why' in reached)
    return parts
  const view = { places: reached.places, namesIn, starsSkipHidden }
  return parts.map(words => words.flatMap(word => expandWord(word, view)))
}

function expandWord(word: Word, view: PatternView): readonly Word[] {
  const words = word.isPattern ? expandPattern(word.text, view) : undefined
  return words?.map(text => ({ text, isExact: true })) ?? [word]
}

/**
 * Lists all words to which a shell pattern may expand in any of `places`: the pattern itself, in case nothing matches,
 * and every name that it matches in some shell, including hidden ones unless `starsSkipHidden`. `undefined` if the
 * result is unknown, too large, or contains an option.
 */
export function expandPattern(pattern: string, view: PatternView): readonly string[] | undefined {
  if (isUnknown.test(pattern))
    return undefined
  const words = new Set([pattern])
  for (const braced of expandBraces(pattern) ?? [undefined]) {
    const found = braced === undefined ? undefined : expandInFolders(braced, view)
    found?.forEach(word => words.add(word))
    if (found === undefined || words.size > maxWords)
      return undefined
  }
  // A program treats a file name that looks like an option as one.
  return [...words].some(word =>
    word !== pattern && (word === '--' || (word.startsWith('-') && !pattern.startsWith('-'))),
  )
    ? undefined
    : [...words]
}

/** Expands `{a,b}` in a word; `undefined` for `{1..9}` or too many results. */
export function expandBraces(text: string): readonly string[] | undefined {
  const words = new Set<string>()
  const left = [text]
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    const groups = [...word.matchAll(innermostBraces)]
    if (words.size + left.length > maxWords
      || groups.some(([, choices]) => !choices!.includes(',') && choices!.includes('..'))) {
      return undefined
    }
    const group = groups.find(([, choices]) => choices!.includes(','))
    if (group === undefined) {
      words.add(word)
      continue
    }
    const [before, after] = [word.slice(0, group.index), word.slice(group.index + group[0].length)]
    left.push(...group[1]!.split(',').map(choice => before + choice + after))
  }
  return [...words]
}

function expandInFolders(word: string, { places, ...view }: PatternView): readonly string[] | undefined {
  if (isUnknown.test(word) || leavesFolder.test(word))
    return undefined
  const found = wildcard.test(word) ? places.map(place => expandFrom(word, { place, ...view })) : []
  const names = found.flatMap(words => words ?? [])
  return found.includes(undefined) || names.some(name => name.startsWith('-')) ? undefined : [word, ...names]
}

function expandFrom(
  word: string,
  { place, ...view }: Omit<PatternView, 'places'> & { place: string },
): string[] | undefined {
  const isWhole = word.startsWith('/')
  let found: PartialWord[] = [{ text: isWhole ? '/' : '', path: isWhole ? '/' : place }]
  for (const name of word.split('/').filter(Boolean)) {
    const next = wildcard.test(name) ? matchEntries(found, { name, ...view }) : found.map(start => append(start, name))
    if (next === undefined || next.length > maxWords)
      return undefined
    found = next
  }
  return found.map(({ text }) => text)
}

function append({ text, path }: PartialWord, name: string): PartialWord {
  return { text: text === '' || text.endsWith('/') ? text + name : `${text}/${name}`, path: resolve(path, name) }
}

function matchEntries(
  starts: readonly PartialWord[],
  { name, namesIn, starsSkipHidden }: Omit<PatternView, 'places'> & { name: string },
): PartialWord[] | undefined {
  const loose = toLooseName(name)
  // Only a literal dot matches a leading dot; `?` and `[.]` don't.
  const isMatch = (entry: string): boolean =>
    !(starsSkipHidden && entry.startsWith('.') && !name.startsWith('.')) && matchesLooseName(entry, loose)
  const found = name === deep ? [...starts] : []
  const folders = [...starts]
  for (const start of folders) {
    const names = namesIn(start.path)
    if (names === undefined || found.length > maxWords)
      return undefined
    const entries = names.filter(isMatch).map(entry => append(start, entry))
    found.push(...entries)
    if (name === deep)
      folders.push(...entries)
  }
  return found
}

/** Widens brackets, `?`, `^`, `#` and a later `~` to `*`, because shells interpret them differently. */
function toLooseName(name: string): string {
  return name.replace(/\[.*\]|\[.*$/s, '*').replace(/[\^#~].*$/s, '*').replaceAll('?', '*')
}

function matchesLooseName(entry: string, loose: string): boolean {
  return loose === deep
    || matchesPath(`/${loose.replace(/\*+/g, '*')}`, `/${entry}`, { folder: '', ignoresCase: true, platform: 'linux' })
}
