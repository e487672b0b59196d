import type { CommandPlace } from './placesReached'
import { join, resolve } from 'node:path'

/** More are not looked at: a person reads what is meant. */
const maxPaths = 1_000
/** Letters, and what shells agree on in a pattern: no braces, no variables, nothing that means more in some of them. */
const plainPattern = /^[\p{L}\p{N}_.+%/ *?[\]^-]+$/u
const wildcard = /[*?[^]/
/** `**` also means folders below; `.*` may mean the folder above, and so do `a/..` and a pattern before `..`, through a link. */
const leavesFolder = /\*\*|(?:^|\/)\.{1,2}[*?[^]|[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/

/**
 * All that a pattern of the shell may stand for from any of `places`, and more: a name is compared as far as its first wildcard.
 * `undefined` where that cannot be told, is too much, or may be an option.
 */
export function pathsOfPattern(
  text: string,
  { places, namesIn }: Pick<CommandPlace, 'namesIn'> & { places: readonly string[] },
): readonly string[] | undefined {
  if (!plainPattern.test(text) || leavesFolder.test(text) || text.startsWith('-'))
    return undefined
  const names = text.split('/')
  const paths = new Set<string>()
  for (const place of places) {
    const found = expanded(names, { from: text.startsWith('/') ? '/' : place, namesIn })
    found?.forEach(path => paths.add(path))
    if (found === undefined || paths.size > maxPaths)
      return undefined
    paths.add(resolve(place, text)) // as it stands, where nothing fits
  }
  return [...paths]
}

function expanded(names: readonly string[], { from, namesIn }: Pick<CommandPlace, 'namesIn'> & { from: string }): string[] | undefined {
  let paths = [from]
  for (const [index, name] of names.entries()) {
    const start = name.slice(0, name.search(wildcard)).toLowerCase()
    const found = wildcard.test(name)
      ? paths.map(path => namesIn(path)?.filter(entry => entry.toLowerCase().startsWith(start)).map(entry => ({ path, entry })))
      : paths.map(path => [{ path, entry: name }])
    const all = found.flatMap(entries => entries ?? [])
    if (found.includes(undefined) || all.length > maxPaths || (index === 0 && all.some(({ entry }) => entry.startsWith('-'))))
      return undefined
    paths = all.map(({ path, entry }) => join(path, entry))
  }
  return paths
}
