import { resolve } from 'node:path'
import { commandName, type Word } from './shell/word'

/** Where a command line works: what its relative names mean, and which places belong to the thread. */
export interface CommandPlace {
  readonly home: string | undefined
  /** The real paths of the thread's folders. */
  readonly folders: readonly string[]
  /** Where it starts. */
  readonly cwd: string
  /** Whether a whole path lies in one of the folders once every link in it is followed. */
  readonly isInside: (path: string) => boolean
  /** The path with every link followed, also of what is not there yet; `undefined` where that cannot be told. */
  readonly realPath: (path: string) => string | undefined
  /**
   * The names in a folder, none where there is no such folder; `undefined` where that cannot be told, or they are too
   * many.
   */
  readonly namesIn: (path: string) => readonly string[] | undefined
  /** No shell here is set to let a star stand for hidden names, which begin with a dot. */
  readonly starsSkipHidden?: boolean
}

/** Options that change a program's working folder, which grep's `-C3` does not. */
const folderOption = /^(?:-C|--(?:chdir|directory|prefix|cwd|dir|git-dir|work-tree|project-directory))(?:=(.*))?$/s

/** Every folder that a command line may come to, or why it may leave the thread's. */
export function placesReached(
  parts: readonly (readonly Word[])[],
  { cwd, isInside }: Pick<CommandPlace, 'cwd' | 'isInside'>,
): { places: readonly string[] } | { why: string } {
  const places = [cwd]
  for (const words of parts) {
    for (const target of targetsOf(words)) {
      const text = target?.text ?? ''
      // `a/..` is where a link at `a` leads to for some programs, and the folder itself for others; `-` and `~` only
      // the shell knows.
      const isPlain = target?.isExact === true && text !== '' && text !== '-' && !/[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/.test(text)
      const reached = isPlain ? places.map(place => resolve(place, text)) : []
      if (!isPlain || !reached.every(isInside))
        return { why: target === undefined ? 'it goes to your home' : `it goes to ${text || 'a place'}, which is not surely in the folder` }
      // A change of folder may fail, or end with its group: what follows may run in any of them.
      if (isMove(words))
        places.push(...reached.filter(place => !places.includes(place)))
      if (places.length > 100)
        return { why: 'it goes to too many places' }
    }
  }
  return { places }
}

/** Whether what a word names is surely in the thread's folders, wherever of `places` the command runs. */
export function staysInside({ text, isExact }: Word, places: readonly string[], { isInside }: Pick<CommandPlace, 'isInside'>): boolean {
  const names = text.split('/')
  const pattern = isExact ? -1 : names.findIndex(name => /[*?[{]/.test(name))
  const known = pattern < 0 ? text : names.slice(0, pattern).join('/') || (text.startsWith('/') ? '/' : '.')
  return places.every(place => isInside(resolve(place, known)))
}

/** A place that is the home, one of the thread's folders, or above one of them; or one that only the shell knows. */
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
  // All that is known of what a pattern matches is that it lies below the names before it.
  const path = `/${names.slice(0, pattern < 0 ? undefined : pattern).join('/')}`.toLowerCase()
  const isAbove = (place: string): boolean =>
    place.toLowerCase() === path || `${place.toLowerCase()}/`.startsWith(path === '/' ? path : `${path}/`)
  // as much as the same pattern without the folder before it
  const isBelowFolder = pattern >= 0 && folders.some(folder => path === folder.toLowerCase())
  return text.startsWith('/') && !isBelowFolder && (folders.some(isAbove) || (home !== undefined && isAbove(home)))
}

function isMove(words: readonly Word[]): boolean {
  return /^(?:cd|chdir|pushd)$/.test(commandName(words[0]))
}

/** Where a command goes; `undefined` stands for home. */
function targetsOf(words: readonly Word[]): (Word | undefined)[] {
  if (isMove(words))
    return [words.slice(1).find(({ text }) => text === '-' || !/^-[LPe@-]*$/.test(text))]
  return words.flatMap((word, index) => {
    const option = folderOption.exec(word.text)
    if (!option || index === 0)
      return /^-C[/.~]/.test(word.text) ? [{ text: word.text.slice(2), isExact: word.isExact }] : []
    return option[1] === undefined ? words[index + 1] ?? [] : [{ text: option[1], isExact: word.isExact }]
  })
}
