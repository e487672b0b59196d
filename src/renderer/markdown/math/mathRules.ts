import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { readableText } from '../../text/readableText'

/** Draws a formula as HTML that still has to be sanitised; `undefined` where it cannot, or not yet. */
export type DrawMath = (tex: string, isDisplay: boolean) => string | undefined

/** No formula that somebody reads is longer; what is longer stays text. */
const maxFormula = 1_000

interface Delimiter { readonly open: string, readonly close: string, readonly isDisplay: boolean }

/** As GitHub, LaTeX and most models write formulas, the longer ones first. */
const delimiters: readonly Delimiter[] = [
  { open: '$$', close: '$$', isDisplay: true },
  { open: '$', close: '$', isDisplay: false },
  { open: '\\[', close: '\\]', isDisplay: true },
  { open: '\\(', close: '\\)', isDisplay: false },
]

/** Lets Markdown hold formulas. Until `draw` can draw one, and where it is wrong, it is shown as it was written. */
export function addMath(markdown: MarkdownIt, draw: DrawMath): void {
  markdown.inline.ruler.before('escape', 'math', mathInLine)
  markdown.block.ruler.before('fence', 'math', mathBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  markdown.renderer.rules.math = (tokens, index) => {
    const { content, markup } = tokens[index]!
    const delimiter = delimiters.find(({ open }) => open === markup)
    return delimiter ? formula(content, delimiter, draw) : ''
  }
}

/** A formula as HTML: drawn, or as it was written. */
export function formula(tex: string, { open, close, isDisplay }: Delimiter = delimiters[0]!, draw: DrawMath): string {
  const drawn = tex.length > maxFormula ? undefined : draw(tex.trim(), isDisplay)
  if (drawn !== undefined)
    return isDisplay ? `<span class="formula">${drawn}</span>` : drawn
  return readableText(`${open}${tex}${close}`).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function mathInLine(state: StateInline, isSilent: boolean): boolean {
  const { src, pos } = state
  const delimiter = delimiters.find(({ open }) => src.startsWith(open, pos))
  if (!delimiter || (delimiter.open === '$' && /[\p{L}\p{N}\\]/u.test(src[pos - 1] ?? '')))
    return false
  const { open, close } = delimiter
  const rest = src.slice(pos + open.length, pos + open.length + maxFormula + close.length)
  const end = endOf(rest, close)
  const tex = rest.slice(0, end)
  if (end <= 0 || tex.trim() === '' || (open === '$' && !isLikelyFormula(tex, rest[end + 1])))
    return false
  if (!isSilent)
    Object.assign(state.push('math', 'math', 0), { markup: open, content: tex })
  state.pos = pos + open.length + end + close.length
  return true
}

/** Where `close` stands and is not escaped. */
function endOf(text: string, close: string): number {
  for (let at = text.indexOf(close); at >= 0; at = text.indexOf(close, at + 1)) {
    const backslashes = /\\*$/.exec(text.slice(Math.max(0, at - 8), at))![0].length
    if (backslashes % 2 === 0)
      return at
  }
  return -1
}

/** A dollar most often begins a price or the name of a variable. */
function isLikelyFormula(tex: string, next: string | undefined): boolean {
  if (/^\s|\s$|`/.test(tex) || /[\p{L}\p{N}]/u.test(next ?? ''))
    return false
  return tex.includes('\\') || !/\p{L}{3,}\s+\p{L}{2,}/u.test(tex)
}

/** A formula on lines of its own, between lines that hold nothing but its delimiters. Unclosed, it lasts to the end, as a fence does. */
function mathBlock(state: StateBlock, first: number, end: number, isSilent: boolean): boolean {
  const lineAt = (line: number): string => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trim()
  const delimiter = delimiters.find(({ open, isDisplay }) => isDisplay && lineAt(first) === open)
  if (!delimiter || state.sCount[first]! - state.blkIndent >= 4)
    return false
  if (isSilent)
    return true
  let last = first + 1
  while (last < end && lineAt(last) !== delimiter.close && (state.isEmpty(last) || state.sCount[last]! >= state.blkIndent))
    last++
  const isClosed = last < end && lineAt(last) === delimiter.close
  const token = state.push('math', 'math', 0)
  token.block = true
  token.markup = delimiter.open
  token.content = `\n${state.getLines(first + 1, last, state.blkIndent, true)}`
  token.map = [first, last]
  state.line = last + (isClosed ? 1 : 0)
  return true
}
