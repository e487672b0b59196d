import { commandName, type Word } from './shell/splitCommand'

/** What the shell sets itself from words that came before: `$_`, `$1`, `$@`. */
const earlierWords = /\$\{?[\d@*_](?!\w)/

/**
 * Why nobody knows what these commands are told, or `undefined`: a word that another command prints, that the line or whoever starts
 * it makes up, or that is a hidden name behind a pattern. Other variables are the person's own.
 */
export function unknownWord(parts: readonly (readonly Word[])[], given: readonly string[]): string | undefined {
  const words = parts.flat()
  const open = words.filter(({ isExact }) => !isExact).map(({ text }) => text)
  if (open.some(text => /\$\(|`/.test(text)))
    return 'it builds a word from what another command prints'
  if (open.some(text => /(?:^|\/)\.[^/]*[*?[{]|[{,]\./.test(text)))
    return 'it names hidden files by a pattern'
  const own = new Set([...given, ...parts.flatMap(assignedIn)])
  const used = open.flatMap(text => [...text.matchAll(/\$\{?([A-Z_]\w*)/gi)].map(([, name]) => name!))
  return used.some(name => own.has(name)) || open.some(text => earlierWords.test(text))
    ? 'it uses variables that it sets itself'
    : undefined
}

function assignedIn(words: readonly Word[]): string[] {
  const assigned = words.flatMap(({ text }) => /^([A-Z_]\w*)\+?=/i.exec(text)?.[1] ?? [])
  return /^(?:read|printf|getopts|wait|declare|typeset|local|export|readonly)$/.test(commandName(words[0]))
    ? [...assigned, ...words.map(({ text }) => text)]
    : assigned
}
