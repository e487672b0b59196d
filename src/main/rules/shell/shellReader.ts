import type { Word } from './word'
import { LineCursor, Unsure } from './lineCursor'

/** Reserved words of sh, bash and zsh, which do not start a simple command. */
const reserved = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'function',
  'select',
  'time',
  'coproc',
  'repeat',
  'foreach',
  'end',
  '{',
  '}',
  '!',
  '[[',
  ']]',
  'nocorrect',
  'noglob',
  '-',
])
const redirection = /&>>|&>|>>|>\||>&|<&|<<<|<<|<>|>|</y
const variable = /\$(?:[A-Z_]\w*|\{[A-Z_]\w*\}|[0-9?$#@*!-])/iy
const maxDepth = 20
/** Invisible characters except tab and line feed, and Unicode spaces, which a shell treats as ordinary characters. */
const hidden = /[^\P{C}\n\t]|[^\P{Z} ]/u

/** Parses a shell line and collects its simple commands in `parts`. */
export class ShellReader {
  readonly parts: Word[][] = []
  /** All operators of the line: `|`, `&&`, `(`, `>` and so on, including harmless redirections. */
  readonly operators = new Set<string>()
  readonly #cursor: LineCursor
  #depth = 0

  constructor(line: string) {
    this.#cursor = new LineCursor(line)
  }

  /** Parses the line. Returns why it is not fully understood, or `undefined`. */
  readAll(): string | undefined {
    try {
      if (hidden.test(this.#cursor.line))
        throw new Unsure('it contains invisible characters')
      this.#list(undefined)
      return this.parts.length === 0 ? 'it runs nothing' : undefined
    }
    catch (error) {
      if (error instanceof Unsure)
        return error.message
      throw error
    }
  }

  /** Reads commands up to the end of the line or group. Long because it has one branch per kind of token. */
  #list(closing: ')' | undefined, depth = 0): void {
    if (depth > maxDepth)
      throw new Unsure('it is too deeply nested')
    this.#depth = depth
    let words: Word[] = []
    let isGroup = false
    let isOpen = false // after an operator that requires another command
    const finish = (isBlankAllowed: boolean): void => {
      if (words.length > 0)
        this.#add(words)
      else if (!isGroup && !isBlankAllowed)
        throw new Unsure('one of its commands is empty')
      isOpen &&= words.length === 0 && !isGroup
      words = []
      isGroup = false
    }
    for (;;) {
      this.#cursor.skipBlanks()
      const character = this.#cursor.here
      if (character === undefined) {
        if (closing)
          throw new Unsure('a group is not closed')
        finish(true)
        if (isOpen)
          throw new Unsure('one of its commands is empty')
        return
      }
      if (character === ')') {
        if (!closing)
          throw new Unsure('a group is closed that was not opened')
        this.#cursor.skip()
        return finish(false)
      }
      const operator = this.#cursor.take(redirection)
      if (operator !== undefined) {
        this.operators.add(operator)
        this.#redirect(operator)
        continue
      }
      if (character === '\n' || character === ';' || character === '&' || character === '|') {
        const operator = this.#cursor.take(/&&|\|\||\|&|[\n;&|]/y)!
        // zsh treats `&!` and `&|` as one operator that ends a command.
        if (operator === '&' && /[!|]/.test(this.#cursor.here ?? ''))
          throw new Unsure('shells read what follows its "&" in different ways')
        this.operators.add(operator)
        finish(operator === '\n')
        isOpen ||= operator === '&&' || operator.startsWith('|')
        continue
      }
      if (character === '(') {
        if (words.length > 0 || isGroup || this.#cursor.next === '(')
          throw new Unsure('it has parentheses that are no plain group')
        this.#cursor.skip()
        this.operators.add('(')
        this.#list(')', depth + 1)
        this.#depth = depth
        isGroup = true
        continue
      }
      if (isGroup || character === '#')
        throw new Unsure(isGroup ? 'something follows a group' : 'it has a comment')
      const word = this.#readWord()
      if (word)
        words.push(word)
    }
  }

  #add(words: Word[]): void {
    const first = words.find(({ text }) => !/^[A-Z_]\w*\+?=/i.test(text))
    if (first && (!first.isExact || first.text === '' || first.text.startsWith('!') || reserved.has(first.text)))
      throw new Unsure('what it runs is not plain')
    this.parts.push(words)
  }

  /** Reads a word; `undefined` for the file descriptor of a redirection. */
  #readWord(): Word | undefined {
    const start = this.#cursor.at
    let text = ''
    let isExact = true
    let isPattern = false
    for (;;) {
      const character = this.#cursor.here
      if (character === undefined || /[\s;&|<>()]/.test(character))
        break
      if (character === '$' || character === '`') {
        text += this.#readExpansion()
        isExact = false
      }
      else if (character === '\'') {
        text += this.#cursor.readQuoted('\'')
      }
      else if (character === '"') {
        const quoted = this.#readDoubleQuoted()
        text += quoted.text
        isExact &&= quoted.isExact
      }
      else if (character === '\\') {
        text += this.#cursor.readEscaped()
      }
      else {
        isPattern ||= /[*?[{^]/.test(character)
        isExact &&= !isPattern && !(character === '~' && this.#cursor.at === start)
        if (character === '=' && this.#cursor.at === start)
          throw new Unsure('one of its words begins with "="')
        text += character
        this.#cursor.skip()
      }
    }
    const next = this.#cursor.here
    if (next === '(')
      throw new Unsure('it has parentheses that are no plain group')
    const isDescriptor = (next === '<' || next === '>') && /^\d+$/.test(this.#cursor.since(start))
    return isDescriptor ? undefined : { text, isExact, ...(isPattern ? { isPattern } : {}) }
  }

  /** Reads a variable or a command substitution, and adds its commands to `parts`. */
  #readExpansion(): string {
    const start = this.#cursor.at
    if (this.#cursor.startsWith('$(') && !this.#cursor.startsWith('$((')) {
      const depth = this.#depth
      this.#cursor.skip(2)
      this.#list(')', depth + 1)
      this.#depth = depth
    }
    else if (this.#cursor.here === '`') {
      const inner = new ShellReader(this.#cursor.readQuoted('`'))
      const unsure = inner.#cursor.line.includes('\\') ? 'it has escapes in backticks' : inner.readAll()
      this.parts.push(...inner.parts)
      if (unsure !== undefined)
        throw new Unsure(unsure)
    }
    else if (this.#cursor.take(variable) === undefined) {
      throw new Unsure('it has an expansion that is no plain variable')
    }
    return this.#cursor.since(start)
  }

  #readDoubleQuoted(): Word {
    let text = ''
    let isExact = true
    this.#cursor.skip()
    for (;;) {
      const character = this.#cursor.here
      if (character === undefined)
        throw new Unsure('a quote is not closed')
      if (character === '"') {
        this.#cursor.skip()
        return { text, isExact }
      }
      if (character === '$' || character === '`') {
        text += this.#readExpansion()
        isExact = false
      }
      else if (character === '\\') {
        // Within double quotes, a backslash is literal unless it precedes one of these characters.
        text += /["$`\\]/.test(this.#cursor.next ?? '') ? '' : '\\'
        text += this.#cursor.readEscaped()
      }
      else {
        text += character
        this.#cursor.skip()
      }
    }
  }

  /** Accepts only `/dev/null` and descriptors, because the shell itself would read or write other targets. */
  #redirect(operator: string): void {
    this.#cursor.skipBlanks()
    if (operator === '>&' || operator === '<&') {
      if (this.#cursor.take(/[0-9-](?=[\s;&|)]|$)/y) === undefined)
        throw new Unsure('it redirects to a file')
      return
    }
    if (operator.startsWith('<<') || operator === '<>')
      throw new Unsure('it has text of its own as input')
    const target = this.#readWord()
    if (!target?.isExact || target.text !== '/dev/null')
      throw new Unsure('it redirects to a file')
  }
}
