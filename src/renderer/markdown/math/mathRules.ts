import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { readableText } from '../../text/readableText'

/** Draws a formula as unsanitized HTML. Returns `undefined` if it can't be drawn, or not yet. */
export type DrawMath = (tex: string, isDisplay: boolean) => string | undefined

/** Maximum length of a formula. Longer ones are shown as text. */
const maxFormula = 1_000

interface Delimiter { readonly open: string, readonly close: string, readonly isDisplay: boolean }

/** Delimiters of GitHub, LaTeX and most models, longer ones first. */
const delimiters: readonly Delimiter[] = [
  { open: '$$', close: '$$', isDisplay: true },
  { open: '$', close: '$', isDisplay: false },
  { open: '\\[', close: '\\]', isDisplay: true },
  { open: '\\(', close: '\\)', isDisplay: false },
]

/** Adds formulas to Markdown. Formulas that `draw` can't draw, or not yet, are shown as written. */
export function addMath(markdown: MarkdownIt, draw: DrawMath): void {
  markdown.inline.ruler.before('escape', 'math', parseInlineMath)
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before('fence', 'math', parseMathBlock, { alt })
  markdown.renderer.rules.math = (tokens, index) => {
    const { content, markup } = tokens[index]!
    const delimiter = delimiters.find(({ open }) => open === markup)
    return delimiter ? renderMath(content, delimiter, draw) : ''
  }
}

/** Renders a formula as HTML: drawn or as written. */
export function renderMath(
  tex: string,
  { open, close, isDisplay }: Delimiter = delimiters[0]!,
  draw: DrawMath,
): string {
  const drawn = tex.length > maxFormula ? undefined : draw(tex.trim(), isDisplay)
  if (drawn !== undefined)
    return isDisplay ? `<span class="formula">${drawn}</span>` : drawn
  return readableText(`${open}${tex}${close}`).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function parseInlineMath(state: StateInline, isSilent: boolean): boolean {
  const { src, pos } = state
  const delimiter = delimiters.find(({ open }) => src.startsWith(open, pos))
  if (!delimiter || (delimiter.open === '$' && /[\p{L}\p{N}\\]/u.test(src[pos - 1] ?? '')))
    return false
  const { open, close } = delimiter
  const rest = src.slice(pos + open.length, pos + open.length + maxFormula + close.length)
  const end = findEnd(rest, close)
  const tex = rest.slice(0, end)
  const isText = open === '$' ? !isLikelyFormula(tex, rest.slice(end + 1)) : open === '$$' && isCode(tex)
  if (end <= 0 || tex.trim() === '' || isText)
    return false
  if (!isSilent)
    Object.assign(state.push('math', 'math', 0), { markup: open, content: tex })
  state.pos = pos + open.length + end + close.length
  return true
}

/** Finds an unescaped `close`. */
function findEnd(text: string, close: string): number {
  for (let at = text.indexOf(close); at >= 0; at = text.indexOf(close, at + 1)) {
    const backslashes = /\\*$/.exec(text.slice(Math.max(0, at - 8), at))![0].length
    if (backslashes % 2 === 0)
      return at
  }
  return -1
}

/** Whether text between dollars is likely a formula. Most dollars begin a price, a variable or a shell expansion. */
function isLikelyFormula(tex: string, next: string): boolean {
  if (/^\s|\s$|`/.test(tex) || isCode(tex) || opensName.test(next))
    return false
  return tex.includes('\\') || !/\p{L}{3,}\s+\p{L}{2,}/u.test(tex)
}

/**
 * What follows a second dollar that begins another name, as in `$a,$b`, `${a}:${b}`, `$(a)/$(b)`, `$_a,$_b` and
 * `$.a,$.b`.
 */
const opensName = /^(?:[\p{L}\p{N}{(_@#"'/\\]|[.[]\S)/u

/** Whether the text is code: has a start or end that formulas don't have, or unbalanced brackets. */
function isCode(tex: string): boolean {
  return /^\s*[@&;,:/#%"'?>]|^\s*[!.]\D|^\{[\p{L}_][\w.]*(?:\}(?![\^_])|[:[])|["&@#%]\s*$/u.test(tex)
    || (tex.startsWith('|') && tex.split('|').length % 2 === 0)
    || !isClosed(tex)
}

/** Whether brackets are balanced. Half-open intervals such as `[0, 1)` close with another kind. */
function isClosed(tex: string): boolean {
  const open: string[] = []
  for (const [found] of tex.matchAll(/\\.|[{}()[\]]/gs)) {
    if ('{(['.includes(found))
      open.push(found)
    else if ('})]'.includes(found) && !isClosedBy(open.pop(), found))
      return false
  }
  return open.length === 0
}

function isClosedBy(open: string | undefined, found: string): boolean {
  return found === '}' ? open === '{' : open === '(' || open === '['
}

/**
 * Parses a formula between lines that contain only its delimiters. An unclosed formula extends to the end, like a
 * fence.
 */
function parseMathBlock(state: StateBlock, first: number, end: number, isSilent: boolean): boolean {
  const getLine = (line: number): string =>
    state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trim()
  const delimiter = delimiters.find(({ open, isDisplay }) => isDisplay && getLine(first) === open)
  if (!delimiter || state.sCount[first]! - state.blkIndent >= 4)
    return false
  if (isSilent)
    return true
  let last = first + 1
  while (last < end
    && getLine(last) !== delimiter.close
    && (state.isEmpty(last) || state.sCount[last]! >= state.blkIndent)) {
    last++
  }
  const isClosed = last < end && getLine(last) === delimiter.close
  const token = state.push('math', 'math', 0)
  token.block = true
  token.markup = delimiter.open
  token.content = `\n${state.getLines(first + 1, last, state.blkIndent, true)}`
  token.map = [first, last]
  state.line = last + (isClosed ? 1 : 0)
  return true
}
