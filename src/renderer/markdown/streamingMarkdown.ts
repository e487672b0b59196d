import { type DrawMath, renderMath } from './math/mathRules'
import { createMarkdown, type Token } from './renderTokens'

/** A top-level block of a message: a code block, or any other block as unsanitized HTML. */
export type MarkdownBlock
  = | { readonly kind: 'html', readonly html: string }
    | { readonly kind: 'code', readonly code: string, readonly language: string, readonly isClosed: boolean }

type Environment = NonNullable<Parameters<ReturnType<typeof createMarkdown>['parse']>[1]>
interface OpenFence { readonly closing: RegExp, readonly language: string, readonly contentStart: number }

/**
 * Renders a growing message. Keeps blocks that can no longer change, parses only the last one again, and appends text
 * inside an open fence without parsing. The result always equals a full render of the same text.
 */
export class StreamingMarkdown {
  readonly #markdown: ReturnType<typeof createMarkdown>
  readonly #drawMath: DrawMath
  #text = ''
  #committed: readonly MarkdownBlock[] = []
  /** Start of the blocks that may still change. */
  #tailStart = 0
  #tail: readonly MarkdownBlock[] = []
  #fence: OpenFence | undefined

  /** `extend` can add rules to the renderer. */
  constructor(
    drawMath: DrawMath = () => undefined,
    extend: (markdown: ReturnType<typeof createMarkdown>) => void = () => undefined,
  ) {
    this.#drawMath = drawMath
    this.#markdown = createMarkdown(drawMath)
    extend(this.#markdown)
  }

  /** Returns the blocks of `text`. Cheap if it only extends the previous text. Unchanged blocks keep their identity. */
  update(text: string): readonly MarkdownBlock[] {
    if (text.length < this.#text.length || !text.startsWith(this.#text))
      this.reset()
    const appendedFrom = this.#text.length
    this.#text = text
    if (!this.#appendToFence(appendedFrom))
      this.#parseTail()
    return [...this.#committed, ...this.#tail]
  }

  /** Makes the next update render everything again, as formulas can now be drawn. */
  reset(): void {
    this.#text = ''
    this.#committed = []
    this.#tail = []
    this.#tailStart = 0
    this.#fence = undefined
  }

  /** Appends to an open fence. Returns whether all new text is inside it. */
  #appendToFence(from: number): boolean {
    const fence = this.#fence
    const block = this.#tail.at(-1)
    if (!fence || block?.kind !== 'code')
      return false
    const appended = this.#text.slice(from)
    if (/[\r\0]/.test(appended))
      return false
    const lineStart = Math.max(fence.contentStart, this.#text.lastIndexOf('\n', from - 1) + 1)
    if (this.#text.slice(lineStart).split('\n').some(line => fence.closing.test(line)))
      return false
    this.#tail = [...this.#tail.slice(0, -1), { ...block, code: getContent(this.#text, fence.contentStart) }]
    return true
  }

  #parseTail(): void {
    const tail = this.#text.slice(this.#tailStart)
    const environment: Environment = {}
    const tokens = this.#markdown.parse(tail, environment)
    const hasReferences = Object.keys(environment.references ?? {}).length > 0 || environment.footnotes !== undefined
    if (hasReferences && this.#tailStart > 0) {
      // A definition may turn text of any block, even earlier ones, into a link.
      this.#tailStart = 0
      this.#committed = []
      return this.#parseTail()
    }
    const groups = groupTopLevel(tokens)
    const lineStarts = findLineStarts(tail)
    const lastLine = lineStarts.length - 1
    // The last line may still become part of the previous block ("#" becomes "#tag").
    const settled = hasReferences ? 0 : Math.max(0, groups.findLastIndex(group => getDecidingLine(group) < lastLine))
    const blocks = groups.map(group => this.#render(group, environment))
    this.#committed = [...this.#committed, ...blocks.slice(0, settled)]
    this.#tail = reuse(this.#tail, blocks.slice(settled))
    const tailGroup = groups[settled]
    const moved = tailGroup && settled > 0 ? lineStarts[tailGroup.firstLine]! : 0
    this.#tailStart += moved
    this.#fence
      = groups.length === settled + 1 && !hasReferences
        ? parseOpenFence(
            tailGroup!,
            this.#text,
            this.#tailStart - moved + (lineStarts[tailGroup!.firstLine + 1] ?? Infinity),
          )
        : undefined
  }

  #render({ tokens }: Group, environment: Environment): MarkdownBlock {
    const [token] = tokens
    if (token?.type === 'fence' && getLanguage(token) === 'math' && isClosedFence(token))
      return { kind: 'html', html: `<p>${renderMath(token.content, undefined, this.#drawMath)}</p>` }
    if (token?.type === 'fence')
      return { kind: 'code', code: token.content, language: getLanguage(token), isClosed: isClosedFence(token) }
    if (token?.type === 'code_block')
      return { kind: 'code', code: token.content, language: '', isClosed: true }
    return { kind: 'html', html: this.#markdown.renderer.render(tokens, this.#markdown.options, environment) }
  }
}

interface Group { readonly tokens: Token[], readonly firstLine: number }

function groupTopLevel(tokens: readonly Token[]): Group[] {
  const groups: Group[] = []
  let depth = 0
  for (const token of tokens) {
    if (depth === 0)
      groups.push({ tokens: [], firstLine: token.map?.[0] ?? groups.at(-1)?.firstLine ?? 0 })
    groups.at(-1)!.tokens.push(token)
    depth += token.nesting
  }
  return groups
}

/** Returns the line after which a block can no longer become part of the previous one. */
function getDecidingLine({ tokens, firstLine }: Group): number {
  return tokens[0]?.type === 'table_open' ? firstLine + 1 : firstLine
}

function findLineStarts(text: string): number[] {
  const starts = [0]
  for (const match of text.matchAll(/\r\n?|\n/g))
    starts.push(match.index + match[0].length)
  return starts
}

function reuse(known: readonly MarkdownBlock[], blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  return blocks.map((block, index) => {
    const before = known[index]
    return before?.kind === 'html' && block.kind === 'html' && before.html === block.html ? before : block
  })
}

function getLanguage(token: Token): string {
  return token.info.trim().split(/\s+/)[0] ?? ''
}

/** Whether a fence is closed: its last line is not part of its content. */
function isClosedFence(token: Token): boolean {
  const [first, end] = token.map!
  const contentLines = token.content === '' ? 0 : token.content.replace(/\n$/, '').split('\n').length
  return end - first - 1 > contentLines
}

/** Parses an open fence to append to. `undefined` for an indented one, whose lines lose their indent. */
function parseOpenFence(group: Group, text: string, contentStart: number): OpenFence | undefined {
  const [token] = group.tokens
  const firstLineStart = text.lastIndexOf('\n', contentStart - 2) + 1
  if (text[firstLineStart] !== token?.markup[0])
    return undefined
  if (
    token?.type !== 'fence'
    || isClosedFence(token)
    || contentStart > text.length
    || text.endsWith('\r')
    || getContent(text, contentStart) !== token.content
  ) {
    return undefined
  }
  return {
    closing: new RegExp(`^ {0,3}${token.markup[0] === '~' ? '~' : '`'}{${token.markup.length},}[ \\t]*$`),
    language: getLanguage(token),
    contentStart,
  }
}

/** Returns everything after the opening line. Markdown omits a last line of only spaces. */
function getContent(text: string, contentStart: number): string {
  const lastLine = Math.max(contentStart, text.lastIndexOf('\n') + 1)
  return text.slice(contentStart, /^[ \t]*$/.test(text.slice(lastLine)) ? lastLine : undefined)
}
