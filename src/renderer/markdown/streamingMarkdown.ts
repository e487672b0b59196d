import { type DrawMath, formula } from './math/mathRules'
import { createMarkdown, type Token } from './renderTokens'

/** A top-level block of a message: a code block, or any other as HTML that still has to be sanitised. */
export type MarkdownBlock
  = | { readonly kind: 'html', readonly html: string }
    | { readonly kind: 'code', readonly code: string, readonly language: string, readonly isClosed: boolean }

type Environment = NonNullable<Parameters<ReturnType<typeof createMarkdown>['parse']>[1]>
interface OpenFence { readonly closing: RegExp, readonly language: string, readonly contentStart: number }

/**
 * Renders a message that grows. Blocks that can no longer change are kept; only the last one is parsed again, and text
 * inside an open fence is appended without parsing. The blocks are always those of a whole render of the same text.
 */
export class StreamingMarkdown {
  readonly #markdown: ReturnType<typeof createMarkdown>
  readonly #drawMath: DrawMath
  #text = ''
  #committed: readonly MarkdownBlock[] = []
  /** Where the blocks that may still change begin. */
  #tailStart = 0
  #tail: readonly MarkdownBlock[] = []
  #fence: OpenFence | undefined

  /** `extend` may teach the renderer more. */
  constructor(drawMath: DrawMath = () => undefined, extend: (markdown: ReturnType<typeof createMarkdown>) => void = () => undefined) {
    this.#drawMath = drawMath
    this.#markdown = createMarkdown(drawMath)
    extend(this.#markdown)
  }

  /**
   * The blocks of `text`; cheap when it only adds to the text before. Blocks that did not change keep their identity.
   */
  update(text: string): readonly MarkdownBlock[] {
    if (text.length < this.#text.length || !text.startsWith(this.#text))
      this.reset()
    const appendedFrom = this.#text.length
    this.#text = text
    if (!this.#appendToFence(appendedFrom))
      this.#parseTail()
    return [...this.#committed, ...this.#tail]
  }

  /** Renders all of it again the next time: formulas can be drawn now. */
  reset(): void {
    this.#text = ''
    this.#committed = []
    this.#tail = []
    this.#tailStart = 0
    this.#fence = undefined
  }

  /** True when all that came stays inside the open fence. */
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
    this.#tail = [...this.#tail.slice(0, -1), { ...block, code: contentOf(this.#text, fence.contentStart) }]
    return true
  }

  #parseTail(): void {
    const tail = this.#text.slice(this.#tailStart)
    const environment: Environment = {}
    const tokens = this.#markdown.parse(tail, environment)
    const hasReferences = Object.keys(environment.references ?? {}).length > 0 || environment.footnotes !== undefined
    if (hasReferences && this.#tailStart > 0) {
      // A definition may turn text of any block into a link, also of those before it.
      this.#tailStart = 0
      this.#committed = []
      return this.#parseTail()
    }
    const groups = topLevelGroups(tokens)
    const lineStarts = startsOfLines(tail)
    const lastLine = lineStarts.length - 1
    // The last line may still grow into something that belongs to the block before it ("#" becomes "#tag").
    const settled = hasReferences ? 0 : Math.max(0, groups.findLastIndex(group => decidedBy(group) < lastLine))
    const blocks = groups.map(group => this.#render(group, environment))
    this.#committed = [...this.#committed, ...blocks.slice(0, settled)]
    this.#tail = reuse(this.#tail, blocks.slice(settled))
    const tailGroup = groups[settled]
    const moved = tailGroup && settled > 0 ? lineStarts[tailGroup.firstLine]! : 0
    this.#tailStart += moved
    this.#fence
      = groups.length === settled + 1 && !hasReferences
        ? openFence(tailGroup!, this.#text, this.#tailStart - moved + (lineStarts[tailGroup!.firstLine + 1] ?? Infinity))
        : undefined
  }

  #render({ tokens }: Group, environment: Environment): MarkdownBlock {
    const [token] = tokens
    if (token?.type === 'fence' && languageOf(token) === 'math' && isClosedFence(token))
      return { kind: 'html', html: `<p>${formula(token.content, undefined, this.#drawMath)}</p>` }
    if (token?.type === 'fence')
      return { kind: 'code', code: token.content, language: languageOf(token), isClosed: isClosedFence(token) }
    if (token?.type === 'code_block')
      return { kind: 'code', code: token.content, language: '', isClosed: true }
    return { kind: 'html', html: this.#markdown.renderer.render(tokens, this.#markdown.options, environment) }
  }
}

interface Group { readonly tokens: Token[], readonly firstLine: number }

function topLevelGroups(tokens: readonly Token[]): Group[] {
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

/** The line that makes a block what it is: it may then no longer fall back to the block before it. */
function decidedBy({ tokens, firstLine }: Group): number {
  return tokens[0]?.type === 'table_open' ? firstLine + 1 : firstLine
}

function startsOfLines(text: string): number[] {
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

function languageOf(token: Token): string {
  return token.info.trim().split(/\s+/)[0] ?? ''
}

/** A closed fence takes up its own last line, which its content does not hold. */
function isClosedFence(token: Token): boolean {
  const [first, end] = token.map!
  const contentLines = token.content === '' ? 0 : token.content.replace(/\n$/, '').split('\n').length
  return end - first - 1 > contentLines
}

/** What must be known to append to a fence; nothing for an indented one, whose lines lose their indent. */
function openFence(group: Group, text: string, contentStart: number): OpenFence | undefined {
  const [token] = group.tokens
  const firstLineStart = text.lastIndexOf('\n', contentStart - 2) + 1
  if (text[firstLineStart] !== token?.markup[0])
    return undefined
  if (
    token?.type !== 'fence'
    || isClosedFence(token)
    || contentStart > text.length
    || text.endsWith('\r')
    || contentOf(text, contentStart) !== token.content
  ) {
    return undefined
  }
  return {
    closing: new RegExp(`^ {0,3}${token.markup[0] === '~' ? '~' : '`'}{${token.markup.length},}[ \\t]*$`),
    language: languageOf(token),
    contentStart,
  }
}

/** Everything after the opening line; Markdown has no last line that holds only spaces. */
function contentOf(text: string, contentStart: number): string {
  const lastLine = Math.max(contentStart, text.lastIndexOf('\n') + 1)
  return text.slice(contentStart, /^[ \t]*$/.test(text.slice(lastLine)) ? lastLine : undefined)
}
