/** A piece of a regular expression, as far as it can be matched without going back. */
export type Part =
  | { readonly kind: 'character', readonly fits: RegExp }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'either', readonly parts: readonly Part[] }
  | { readonly kind: 'repeat', readonly part: Part, readonly least: number, readonly most: number }

const maxCharacters = 1_000
// A class, an escape that means one character, or a character itself.
const character = /\[(?:\\[^]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[^])|[^]/uy
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y
/** What looks back, and what knows words' borders. */
const unsupportedEscape = /\\[1-9kbB]/
/** What looks around, and what has a name. */
const unsupportedGroup = /\(\?(?!:)/

/** Reads a regular expression as JSON Schema has them. */
export class PatternParser {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** `undefined` for a pattern that is none, or asks for more than is understood here. */
  parse(): Part | undefined {
    if (this.#pattern.length > maxCharacters || !isPattern(this.#pattern))
      return undefined
    if (unsupportedEscape.test(this.#pattern.replaceAll('\\\\', '')) || unsupportedGroup.test(this.#pattern.replaceAll(/\\[^]/g, 'x')))
      return undefined
    return this.#either()
  }

  #either(): Part {
    const parts = [this.#sequence()]
    while (this.#take('|'))
      parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'either', parts }
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at]!))
      parts.push(this.#repeated(this.#one()))
    return { kind: 'sequence', parts }
  }

  #one(): Part {
    if (this.#take('^'))
      return { kind: 'start' }
    if (this.#take('$'))
      return { kind: 'end' }
    if (!this.#take('('))
      return { kind: 'character', fits: new RegExp(`^${this.#read(character)![0]}$`, 'u') } // any pattern has a character here
    this.#take('?:')
    const part = this.#either()
    this.#take(')')
    return part
  }

  #repeated(part: Part): Part {
    const found = this.#read(quantifier)
    if (!found)
      return part
    const [, sign, count = '', isOpen, end] = found
    if (sign !== undefined)
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
    return { kind: 'repeat', part, least: Number(count), most: isOpen === undefined ? Number(count) : end ? Number(end) : Infinity }
  }

  #take(text: string): boolean {
    const isThere = this.#pattern.startsWith(text, this.#at)
    if (isThere)
      this.#at += text.length
    return isThere
  }

  #read(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#pattern)
    this.#at += found?.[0].length ?? 0
    return found
  }
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  }
  catch {
    return false // the agent checks its own answers
  }
}
