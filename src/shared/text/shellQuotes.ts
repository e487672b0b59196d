/** A word before which a shell still expects a command. */
const opener = /^(?:if|then|elif|else|while|until|do|time|!|\{|[A-Z_]\w*\+?=.*)$/is
const plain = /^[\w@%+:,./=-]+$/
/** What is between commands of one list, and a redirection to what is open already. */
const joined = /&&|[<>]&[0-9-](?!\w)/g
const maxCharacters = 16 * 1024
const maxWords = 1000

interface QuotedWord {
  readonly end: number
  /** Without its quotes. */
  readonly text: string
  readonly isQuoted: boolean
  /** It holds something that the shell expands. */
  readonly isActive: boolean
}

/**
 * A shell line with its words quoted in one way, so that two lines that differ only in quotes are the same text. Words
 * in which the shell expands something stay as they are, and so does a line that is not surely understood.
 */
export function withPlainQuotes(line: string): string {
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
    // Quotes keep a word from being an alias, a keyword, an assignment or the number of a redirection.
    const matters = isCommand || (/^\d+$/.test(word.text) && (next === '<' || next === '>'))
    written += word.isActive ? line.slice(at, word.end) : quoted(word, matters)
    if (!isTarget)
      isCommand &&= !word.isQuoted && opener.test(word.text)
    isTarget = false
    at = word.end
  }
  return written
}

/** The words of a line that is one command of words without expansions; `undefined` for any other. */
export function literalWords(line: string): readonly string[] | undefined {
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
 * Whether a line is surely one list of commands, each of which runs only after the one before it succeeded, or with it
 * in a pipe: what a `cd` at its start changes holds for all of it. `&` puts what is before it into the background,
 * with that `cd`.
 */
export function isOneList(line: string): boolean {
  const breaks = (text: string): boolean => /[;&\n]|\|\|/.test(text.replace(joined, ' '))
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

function quoted({ text, isQuoted }: QuotedWord, matters: boolean): string {
  return plain.test(text) && !(isQuoted && matters) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`
}

/** `undefined` where a word is not surely understood. */
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
