import type { Grounds } from './reach'
import type { Word } from './shell/splitCommand'

/** A place that is the home, one of the thread's folders, or above one of them; or one that only the shell knows. */
export function isWide({ text, isExact }: Word, { home, folders }: Pick<Grounds, 'home' | 'folders'>): boolean {
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
  // What a pattern stands for is only known to lie below the names before it.
  const path = `/${names.slice(0, pattern < 0 ? undefined : pattern).join('/')}`.toLowerCase()
  const isAbove = (place: string): boolean =>
    place.toLowerCase() === path || `${place.toLowerCase()}/`.startsWith(path === '/' ? path : `${path}/`)
  // as much as the same pattern without the folder before it
  const isBelowFolder = pattern >= 0 && folders.some(folder => path === folder.toLowerCase())
  return text.startsWith('/') && !isBelowFolder && (folders.some(isAbove) || (home !== undefined && isAbove(home)))
}
