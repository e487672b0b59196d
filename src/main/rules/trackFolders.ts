import { resolve } from 'node:path'
import { getCommandName, type Word } from './shell/word'

/** For resolving the paths in a command line and deciding which are in the thread's folders. */
export interface CommandPlace {
  readonly home: string | undefined
  /** Real paths of the thread's folders. */
  readonly folders: readonly string[]
  /** The initial working folder. */
  readonly cwd: string
  /** Whether an absolute path, with all links resolved, is in one of the folders. */
  readonly isInside: (path: string) => boolean
  /** Resolves all links, even in a path that does not exist yet; `undefined` if unknown. */
  readonly realPath: (path: string) => string | undefined
  /** The names in a folder; empty if it does not exist, `undefined` if unknown or too many. */
  readonly namesIn: (path: string) => readonly string[] | undefined
  /** Whether no shell on this machine is configured to let `*` match hidden files. */
  readonly starsSkipHidden?: boolean
}

/** Options that change a program's working folder; grep's `-C3` does not match. */
const folderOption = /^(?:-C|--(?:chdir|directory|prefix|cwd|dir|git-dir|work-tree|project-directory))(?:=(.*))?$/s

/** All folders in which commands of a line may run, or why it may leave the thread's folders. */
export function trackFolders(
  parts: readonly (readonly Word[])[],
  { cwd, isInside }: Pick<CommandPlace, 'cwd' | 'isInside'>,
): { places: readonly string[] } | { why: string } {
  const places = [cwd]
  for (const words of parts) {
    for (const target of findTargets(words)) {
      const text = target?.text ?? ''
      // If `a` is a link, programs disagree about `a/..`. Only the shell can resolve `-` and `~`.
      const isPlain = target?.isExact === true
        && text !== ''
        && text !== '-'
        && !/[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/.test(text)
      const reached = isPlain ? places.map(place => resolve(place, text)) : []
      if (!isPlain || !reached.every(isInside)) {
        return {
          why: target === undefined
            ? 'it goes to your home'
            : `it goes to ${text || 'a place'}, which is not surely in the folder`,
        }
      }
      // `cd` may fail, or end with its group, so that later commands may run in any of these folders.
      if (changesFolder(words))
        places.push(...reached.filter(place => !places.includes(place)))
      if (places.length > 100)
        return { why: 'it goes to too many places' }
    }
  }
  return { places }
}

/** Whether a word's path is certainly in the thread's folders, for each of `places`. */
export function staysInside(
  { text, isExact }: Word,
  places: readonly string[],
  { isInside }: Pick<CommandPlace, 'isInside'>,
): boolean {
  const names = text.split('/')
  const pattern = isExact ? -1 : names.findIndex(name => /[*?[{]/.test(name))
  const known = pattern < 0 ? text : names.slice(0, pattern).join('/') || (text.startsWith('/') ? '/' : '.')
  return places.every(place => isInside(resolve(place, known)))
}

/**
 * Whether a word names the home folder, a thread's folder, an ancestor of these, or a path that only the shell knows.
 */
export function isWide({ text, isExact }: Word, { home, folders }: Pick<CommandPlace, 'home' | 'folders'>): boolean {
  if (!isExact && /[$`~]/.test(text))
    return true
  const names = text.split('/').filter(name => name !== '' && name !== '.')
  while (/^\.?[*?]+$/.test(names.at(-1) ?? ''))
    names.pop()
  if (names.length === 0 || names.includes('..'))
    return true
  const pattern = isExact ? -1 : names.findIndex(name => /[*?[{]/.test(name))
  if (pattern >= 0 && !text.startsWith('/'))
    return pattern === 0 && /[[{]/.test(names[0]!) // `[!x]*` and `{.,x}`
  // A pattern's matches are only known to be below the segments before it.
  const path = `/${names.slice(0, pattern < 0 ? undefined : pattern).join('/')}`.toLowerCase()
  const isAbove = (place: string): boolean =>
    place.toLowerCase() === path || `${place.toLowerCase()}/`.startsWith(path === '/' ? path : `${path}/`)
  // equivalent to the same pattern relative to that folder
  const isBelowFolder = pattern >= 0 && folders.some(folder => path === folder.toLowerCase())
  return text.startsWith('/') && !isBelowFolder && (folders.some(isAbove) || (home !== undefined && isAbove(home)))
}

function changesFolder(words: readonly Word[]): boolean {
  return /^(?:cd|chdir|pushd)$/.test(getCommandName(words[0]))
}

/** The folders that a command changes to; `undefined` means home. */
function findTargets(words: readonly Word[]): (Word | undefined)[] {
  if (changesFolder(words))
    return [words.slice(1).find(({ text }) => text === '-' || !/^-[LPe@-]*$/.test(text))]
  return words.flatMap((word, index) => {
    const option = folderOption.exec(word.text)
    if (!option || index === 0)
      return /^-C[/.~]/.test(word.text) ? [{ text: word.text.slice(2), isExact: word.isExact }] : []
    return option[1] === undefined ? words[index + 1] ?? [] : [{ text: option[1], isExact: word.isExact }]
  })
}
