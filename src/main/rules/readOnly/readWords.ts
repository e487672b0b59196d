import type { OptionKind, ProgramOptions } from './programOptions'

/** The words of a command, each in its place. */
export interface ReadWords {
  readonly options: readonly GivenOption[]
  readonly operands: readonly string[]
  /** What follows `--`; absent without one. */
  readonly rest?: readonly string[]
}

/** An option as it was given. */
export interface GivenOption {
  readonly name: string
  readonly kind: OptionKind
  readonly value?: string
}

const valued: ReadonlySet<OptionKind> = new Set(['number', 'context', 'text', 'path', 'pattern', 'glob', 'format', 'chooses'])
/** Their value is never a word of its own. */
const attached: ReadonlySet<OptionKind> = new Set(['context', 'format'])
const numeric: ReadonlySet<OptionKind> = new Set(['number', 'context'])
const number = /^[+-]?\d+[A-Z]?$/i

/** Reads words by the options that are known, or says which one is not. An abbreviated option is an unknown one. */
export function readWords(
  words: readonly string[],
  known: ProgramOptions,
  { takesCount = false, anyOrder = false } = {},
): ReadWords | { why: string } {
  const options: GivenOption[] = []
  const operands: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === '--')
      return { options, operands, rest: words.slice(at + 1) }
    if (word === '-' || !word.startsWith('-')) {
      operands.push(word)
      continue
    }
    // On some systems options end at the first other word: what would be a value is then a file to read, or to write.
    if (operands.length > 0 && !anyOrder)
      return { why: `${word} stands behind ${operands[0]}, where it may be no option` }
    if (takesCount && /^-\d+$/.test(word)) {
      options.push({ name: '-n', kind: 'number', value: word.slice(1) })
      continue
    }
    for (const found of optionsIn(word, words[at + 1], known)) {
      if ('unknown' in found || (numeric.has(found.kind) && !number.test(found.value!)))
        return { why: `${'unknown' in found ? found.unknown : word} is not on the list of options that only read` }
      options.push(found)
      at += found.takesNext ? 1 : 0
    }
  }
  return { options, operands }
}

function optionsIn(
  word: string,
  next: string | undefined,
  known: ProgramOptions,
): ((GivenOption & { takesNext: boolean }) | { unknown: string })[] {
  const [name, after] = word.startsWith('--') ? split(word) : [word, undefined]
  const kind = Object.hasOwn(known, name) ? known[name] : undefined
  if (kind !== undefined) {
    if (!valued.has(kind))
      return after === undefined || kind === 'maybe' ? [{ name, kind, value: after, takesNext: false }] : [{ unknown: word }]
    const value = after ?? (attached.has(kind) || isOption(next) ? undefined : next)
    return value === undefined ? [{ unknown: word }] : [{ name, kind, value, takesNext: after === undefined }]
  }
  const first = word.slice(0, 2)
  const firstKind = word.startsWith('--') || word.length < 3 || !Object.hasOwn(known, first) ? undefined : known[first]!
  if (firstKind === undefined)
    return [{ unknown: word }]
  return valued.has(firstKind)
    ? [{ name: first, kind: firstKind, value: word.slice(2), takesNext: false }]
    : [{ name: first, kind: firstKind, takesNext: false }, ...optionsIn(`-${word.slice(2)}`, next, known)]
}

/** A word that some version of the program might not take as the value of what is before it. */
function isOption(word: string | undefined): boolean {
  return word !== undefined && word !== '-' && word.startsWith('-')
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf('=')
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}
