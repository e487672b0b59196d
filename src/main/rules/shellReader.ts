import type { Word } from './splitCommand'

/** Words that begin something else than a command. */
const reserved = new Set(['if', 'then', 'else', 'elif', 'fi', 'for', 'while', 'until', 'do', 'done', 'case', 'esac', 'function', 'select', 'time', 'coproc', 'repeat', 'foreach', 'end', '{', '}', '!', '[[', ']]', 'nocorrect', 'noglob', '-'])
const redirection = /&>>|&>|>>|>\||>&|<&|<<<|<<|<>|>|</y
const variable = /\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\}|[0-9?$#@*!-])/y
const maxDepth = 20
/** Not seen, or a blank of another kind: only a tab and a line feed are plain. */
const hidden = /[^\P{C}\n\t]|[^\P{Z} ]/u // a blank of another kind is a letter to the shell, and a gap to the person

/** Thrown where a line may mean more than is understood; caught by `readAll`. */
class Unsure extends Error {}

/** Reads a shell line from left to right and collects its simple commands in `parts`. */
export class ShellReader {
  readonly parts: Word[][] = []
  readonly #line: string
  #at = 0
  #depth = 0

  constructor(line: string) {
    this.#line = line
  }

  /** Why the line is not surely understood, or `undefined`. */
  readAll(): string | undefined {
    try {
      if (hidden.test(this.#line))
        throw new Unsure('it holds characters that are not seen')
      this.#list(undefined)
      return this.parts.length === 0 ? 'it runs nothing' : undefined
    }
    catch (error) {
      if (error instanceof Unsure)
        return error.message
      throw error
    }
  }

  /** Commands up to the end of the line or of the group. */
  #list(closing: ')' | undefined, depth = 0): void {
    if (depth > maxDepth)
      throw new Unsure('it is too deeply nested')
    this.#depth = depth
    let words: Word[] = []
    let isGroup = false
    let isOpen = false // after an operator that another command must follow
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
      this.#skipBlanks()
      const character = this.#line[this.#at]
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
        this.#at++
        return finish(false)
      }
      const operator = this.#take(redirection)
      if (operator !== undefined) {
        this.#redirect(operator)
        continue
      }
      if (character === '\n' || character === ';' || character === '&' || character === '|') {
        const operator = this.#take(/&&|\|\||\|&|[\n;&|]/y)
        finish(operator === '\n')
        isOpen ||= operator === '&&' || operator?.startsWith('|') === true
        continue
      }
      if (character === '(') {
        if (words.length > 0 || isGroup || this.#line[this.#at + 1] === '(')
          throw new Unsure('it has parentheses that are no plain group')
        this.#at++
        this.#list(')', depth + 1)
        this.#depth = depth
        isGroup = true
        continue
      }
      if (isGroup || character === '#')
        throw new Unsure(isGroup ? 'something follows a group' : 'it has a comment')
      const word = this.#word()
      if (word)
        words.push(word)
    }
  }

  #add(words: Word[]): void {
    const first = words.find(({ text }) => !/^[A-Za-z_]\w*\+?=/.test(text))
    if (first && (!first.isExact || first.text === '' || reserved.has(first.text)))
      throw new Unsure('what it runs is not plain')
    this.parts.push(words)
  }

  /** One word; `undefined` for the number before a redirection. */
  #word(): Word | undefined {
    const start = this.#at
    let text = ''
    let isExact = true
    for (;;) {
      const character = this.#line[this.#at]
      if (character === undefined || /[\s;&|<>()]/.test(character))
        break
      if (character === '$' || character === '`') {
        text += this.#expansion()
        isExact = false
      }
      else if (character === '\'') {
        text += this.#upTo('\'')
      }
      else if (character === '"') {
        const quoted = this.#doubleQuoted()
        text += quoted.text
        isExact &&= quoted.isExact
      }
      else if (character === '\\') {
        text += this.#escaped()
      }
      else {
        isExact &&= !/[*?[{^]/.test(character) && !(character === '~' && this.#at === start)
        if (character === '=' && this.#at === start)
          throw new Unsure('one of its words begins with "="')
        text += character
        this.#at++
      }
    }
    const next = this.#line[this.#at]
    if (next === '(')
      throw new Unsure('it has parentheses that are no plain group')
    const isDescriptor = (next === '<' || next === '>') && /^\d+$/.test(this.#line.slice(start, this.#at))
    return isDescriptor ? undefined : { text, isExact }
  }

  /** A variable or a substitution, whose commands are parts too. */
  #expansion(): string {
    const start = this.#at
    if (this.#line.startsWith('$(', start) && !this.#line.startsWith('$((', start)) {
      const depth = this.#depth
      this.#at += 2
      this.#list(')', depth + 1)
      this.#depth = depth
    }
    else if (this.#line[start] === '`') {
      const inner = new ShellReader(this.#upTo('`'))
      const unsure = inner.#line.includes('\\') ? 'it has escapes in backticks' : inner.readAll()
      this.parts.push(...inner.parts)
      if (unsure !== undefined)
        throw new Unsure(unsure)
    }
    else if (this.#take(variable) === undefined) {
      throw new Unsure('it has an expansion that is no plain variable')
    }
    return this.#line.slice(start, this.#at)
  }

  #doubleQuoted(): Word {
    let text = ''
    let isExact = true
    this.#at++
    for (;;) {
      const character = this.#line[this.#at]
      if (character === undefined)
        throw new Unsure('a quote is not closed')
      if (character === '"') {
        this.#at++
        return { text, isExact }
      }
      if (character === '$' || character === '`') {
        text += this.#expansion()
        isExact = false
      }
      else if (character === '\\') {
        // Within these quotes a backslash stays before anything that it does not need to protect.
        text += /["$`\\]/.test(this.#line[this.#at + 1] ?? '') ? '' : '\\'
        text += this.#escaped()
      }
      else {
        text += character
        this.#at++
      }
    }
  }

  #escaped(): string {
    const character = this.#line[this.#at + 1]
    if (character === undefined || character === '\n')
      throw new Unsure('a line goes on after a backslash')
    this.#at += 2
    return character
  }

  /** What stands between the quote here and the next one. */
  #upTo(quote: string): string {
    const end = this.#line.indexOf(quote, this.#at + 1)
    if (end < 0)
      throw new Unsure('a quote is not closed')
    const text = this.#line.slice(this.#at + 1, end)
    this.#at = end + 1
    return text
  }

  /** Only what leads nowhere is let pass: another file is written or read by the shell itself. */
  #redirect(operator: string): void {
    this.#skipBlanks()
    if (operator === '>&' || operator === '<&') {
      if (this.#take(/[0-9-](?=[\s;&|)]|$)/y) === undefined)
        throw new Unsure('it redirects to a file')
      return
    }
    if (operator.startsWith('<<') || operator === '<>')
      throw new Unsure('it has text of its own as input')
    const target = this.#word()
    if (!target?.isExact || target.text !== '/dev/null')
      throw new Unsure('it redirects to a file')
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#line)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #skipBlanks(): void {
    while (this.#line[this.#at] === ' ' || this.#line[this.#at] === '\t')
      this.#at++
  }
}
