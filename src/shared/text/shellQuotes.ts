/** A word after which a shell still expects a command. */
const opener = /^(?:if|then|elif|else|while|until|do|time|!|\{|[A-Z_]\w*\+?=.*)$/is
const plain = /^[\w@%+:,./=-]+$/
/** Separators within one list, and redirections to open descriptors. */
const listSeparators = /&&|[<>]&[0-9-](?!\w)/g
const maxCharacters = 16 * 1024
const maxWords = 1000

interface QuotedWord {
  readonly end: number
  /** The unquoted text. */
  readonly text: string
  readonly isQuoted: boolean
  /** Whether the word contains an expansion. */
  readonly isActive: boolean
}

/**
 * Normalizes the quoting of a shell line, so that lines that differ only in quotes become equal. Words with expansions
 * stay unchanged, and so does a line that cannot be parsed reliably.
 */
export function normalizeQuotes(line: string): string {
  if (line.length > maxCharacters || line.includes('<<'))
    return line
  let written = ''
  let isCommand = true
  let isTarget = false
  for (let at = 0; at < line.length;) {
    const character = line[at]!
    if (/[\s;&|<>()]/.test(character)) {
      written += character
      isCommand ||= /[;&|()\n]/.test(character)
      isTarget = character === '<' || character === '>' || (isTarget && /[ \t&|]/.test(character))
      at++
      continue
    }
    const word = character === '#' ? undefined : readWord(line, at)
    if (!word)
      return line
    const next = line[word.end]
    // Quotes prevent a word from being an alias, a keyword, an assignment or the descriptor of a redirection.
    const needsQuotes = isCommand || (/^\d+$/.test(word.text) && (next === '<' || next === '>'))
    written += word.isActive ? line.slice(at, word.end) : quoteWord(word, needsQuotes)
    if (!isTarget)
      isCommand &&= !word.isQuoted && opener.test(word.text)
    isTarget = false
    at = word.end
  }
  return written
}

/** The words of a line that is a single command without expansions; `undefined` for any other. */
export function parseLiteralWords(line: string): readonly string[] | undefined {
  const words: string[] = []
  for (let at = 0; at < line.length && words.length <= maxWords;) {
    if (line[at] === ' ') {
      at++
      continue
    }
    const word = line[at] === '#' ? undefined : readWord(line, at)
    if (!word || word.isActive || word.end === at)
      return undefined
    words.push(word.text)
    at = word.end
  }
  return words
}

/**
 * Whether a line is certainly one list in which each command runs only after the previous one succeeded, or in a pipe
 * with it. A leading `cd` then applies to all of them. `&` would run everything before it, including that `cd`, in the
 * background.
 */
export function isOneList(line: string): boolean {
  const breaks = (text: string): boolean => /[;&\n]|\|\|/.test(text.replace(listSeparators, ' '))
  if (!breaks(line))
    return true
  let between = ''
  for (let at = 0; at < line.length;) {
    if (/[\s;&|<>()]/.test(line[at]!)) {
      between += line[at++]
      continue
    }
    const word = line[at] === '#' ? undefined : readWord(line, at)
    if (!word)
      return false
    between += /^[0-9-]$/.test(line.slice(at, word.end)) ? line[at] : 'w'
    at = word.end
  }
  return !breaks(between)
}

function quoteWord({ text, isQuoted }: QuotedWord, matters: boolean): string {
  return plain.test(text) && !(isQuoted && matters) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`
}

/** Returns `undefined` if a word cannot be parsed reliably. */
function readWord(line: string, start: number): QuotedWord | undefined {
  let text = ''
  let isQuoted = false
  let isActive = line[start] === '='
  let at = start
  for (let quote = ''; at < line.length; at++) {
    const character = line[at]!
    const next = line[at + 1]
    if (quote === '' && /[\s;&|<>()]/.test(character))
      return { end: at, text, isQuoted, isActive }
    if (quote !== '' && character === quote) {
      quote = ''
    }
    else if (quote === '\'') {
      text += character
    }
    else if (character === '`' || (character === '$' && !/^\$(?:\w|\{\w+\})/.test(line.slice(at, at + 80)))) {
      return undefined
    }
    else if (character === '\\') {
      if (next === undefined || next === '\n')
        return undefined
      text += quote === '"' && !/["$`\\]/.test(next) ? `\\${next}` : next
      isQuoted = true
      at++
    }
    else if (quote === '' && (character === '\'' || character === '"')) {
      quote = character
      isQuoted = true
    }
    else {
      isActive ||= /[$!]/.test(character) || (quote === '' && /[*?[\]{}~^]/.test(character))
      text += character
    }
    if (at === line.length - 1 && quote !== '')
      return undefined
  }
  return { end: at, text, isQuoted, isActive }
}
