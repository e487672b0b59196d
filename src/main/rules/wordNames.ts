import { resolve } from 'node:path'

/** Beyond this number of separators, a word's paths are unknown. */
const maxSeparators = 20
/** The system resolves `link/..` to the parent of the link's target. */
const backFromName = /[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/

/**
 * Possible paths in a word: the whole word, each piece after `=`, `:`, `@` or `,` up to the next separator and to the
 * end, and the text after an option's letters. `undefined` if there are too many.
 */
function listNamesInWord(text: string): readonly string[] | undefined {
  const starts = [...text.matchAll(/[=:@,]/g)].map(({ index }) => index + 1)
  if (starts.length > maxSeparators)
    return undefined
  const pieces = [0, ...starts].flatMap(start => [text.slice(start), text.slice(start).replace(/[=:@,].*$/s, '')])
  // `-ofile` and `-xo../file`
  const ofOption = [/^-[A-Z](.+)$/is, /^-[A-Z0-9]+([^A-Z0-9].*)$/is].flatMap(option => option.exec(text)?.[1] ?? [])
  return [...new Set([...pieces, ...ofOption])].filter(name => name !== '')
}

/**
 * The paths that a word may name, relative to any of `places`; `undefined` if unknown: the home folder, a `file:` URL,
 * `link/..`.
 */
export function resolvePathsInWord(text: string, places: readonly string[]): readonly string[] | undefined {
  const names = listNamesInWord(text)
  return names === undefined
    || names.some(name => name.startsWith('~') || /^file:/i.test(name) || backFromName.test(name))
    ? undefined
    : [...new Set(names.flatMap(name => places.map(place => resolve(place, name))))]
}
