import { resolve } from 'node:path'

/** More of these in a word, and what it names is not looked for. */
const maxSeparators = 20
/** To the system, `link/..` is not the place that a reader takes it for. */
const backFromName = /[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/

/**
 * What in a word may name a place: all of it, and each piece at `=`, `:`, `@` or `,`, to the next one and to the end.
 * Of an option, also what follows its letters. `undefined` where there are too many.
 */
function namesInWord(text: string): readonly string[] | undefined {
  const starts = [...text.matchAll(/[=:@,]/g)].map(({ index }) => index + 1)
  if (starts.length > maxSeparators)
    return undefined
  const pieces = [0, ...starts].flatMap(start => [text.slice(start), text.slice(start).replace(/[=:@,].*$/s, '')])
  // `-ofile`, and `-xo../file`
  const ofOption = [/^-[A-Z](.+)$/is, /^-[A-Z0-9]+([^A-Z0-9].*)$/is].flatMap(option => option.exec(text)?.[1] ?? [])
  return [...new Set([...pieces, ...ofOption])].filter(name => name !== '')
}

/**
 * The paths that a word may name from any of `places`, or `undefined` where that cannot be told: the home, an address,
 * `link/..`.
 */
export function pathsInWord(text: string, places: readonly string[]): readonly string[] | undefined {
  const names = namesInWord(text)
  return names === undefined || names.some(name => name.startsWith('~') || /^file:/i.test(name) || backFromName.test(name))
    ? undefined
    : [...new Set(names.flatMap(name => places.map(place => resolve(place, name))))]
}
