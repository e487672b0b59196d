/// <reference path="./markdownItFootnote.d.ts" />
import MarkdownIt, { type MarkdownIt as Markdown, type StateCore, type Token } from 'markdown-it'
import bilingualEmphasis from 'markdown-it-cjk-friendly'
import footnotes from 'markdown-it-footnote'
import { alreadyBounded } from '../text/drawnLength'
import { findAddresses } from '../text/findAddresses'
import { isOpenable } from '../text/isOpenable'
import { readableText } from '../text/readableText'
import { addMath, type DrawMath } from './math/mathRules'
import { markdownWords } from './words'

/**
 * Creates the Markdown parser: CommonMark with tables, strikethrough, footnotes, formulas and autolinks, without HTML
 * and images. Supports emphasis in Chinese, Japanese and Korean without surrounding spaces.
 */
export function createMarkdown(drawMath: DrawMath = () => undefined) {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
  markdown.use(bilingualEmphasis)
  addFootnotes(markdown)
  addMath(markdown, drawMath)
  // Unsafe targets are removed when the link is rendered, so that its text stays readable.
  markdown.validateLink = () => true
  const { rules } = markdown.renderer

  rules.link_open = (tokens, index, options, _env, renderer) => {
    const token = tokens[index]!
    const href = String(token.attrGet('href') ?? '')
    token.attrs = isOpenable(href)
      ? [['href', href], ['title', readableText(href)], ['rel', 'noopener noreferrer']]
      : [['class', 'target'], ['title', readableText(href)]]
    return renderer.renderToken(tokens, index, options)
  }
  // The thread's title is the page's heading, so headings in texts are of a lower level.
  markdown.core.ruler.push('headings', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close'))
      token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`
  })
  markdown.core.ruler.push('addresses', linkAddresses)
  // Code and texts of links must not mislead. In prose, some scripts need characters that change the direction.
  markdown.core.ruler.push('readable', ({ tokens }) => {
    for (const { children } of tokens)
      escapeMisleading(children ?? [])
  })
  // Task lists, which agents often write. Uses characters, as the checkboxes can't be clicked anyway.
  markdown.core.ruler.push('task_lists', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const text = token.children?.[0]
      const item = tokens[index - 2]
      if (token.type !== 'inline'
        || item?.type !== 'list_item_open'
        || text?.type !== 'text'
        || !/^\[[ x]\] /i.test(text.content)) {
        return
      }
      text.content = `${text.content[1] === ' ' ? '☐' : '☑'} ${text.content.slice(4)}`
      item.attrSet('class', 'task')
    })
  })
  markdown.core.ruler.push('callouts', markCallouts)
  // Loading an image would tell its server that the message was read, and could send data in the address.
  rules.image = (tokens, index) => {
    const token = tokens[index]!
    const { escapeHtml } = markdown.utils
    const source = String(token.attrGet('src') ?? '')
    const words = readableText(markdownWords.image(token.content || source.slice(0, 80)))
    return `<span class="image" title="${escapeHtml(readableText(source.slice(0, 500)))}">${escapeHtml(words)}</span>`
  }
  rules.table_open = () => '<div class="scroll"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.th_open = rules.td_open = (tokens, index) => {
    const align = /text-align:(left|right|center)/.exec(String(tokens[index]!.attrGet('style') ?? ''))?.[1]
    return `<${tokens[index]!.tag}${align ? ` align="${align}"` : ''}>`
  }
  return markdown
}

/** Shows footnotes at the end of their message. Marks are not links, as every message has the same numbers. */
function addFootnotes(markdown: Markdown): void {
  markdown.use(footnotes)
  markdown.inline.ruler.disable('footnote_inline') // its number would depend on all preceding text
  const { rules } = markdown.renderer
  rules.footnote_ref = (tokens, index) => `<sup class="note">${Number(tokens[index]!.meta?.id) + 1}</sup>`
  rules.footnote_block_open = () => '<ol class="notes">\n'
  rules.footnote_block_close = () => '</ol>\n'
  rules.footnote_open = () => '<li>'
  rules.footnote_close = () => '</li>\n'
  rules.footnote_anchor = () => ''
}

const calloutSign = /^\[!(note|tip|important|warning|caution)\][ \t]*$/i

/** Renders GitHub's alerts, such as a quotation that begins with `[!WARNING]`, with a heading. */
function markCallouts({ tokens, Token }: StateCore): void {
  tokens.forEach((quote, index) => {
    const children = tokens[index + 2]?.children
    const [sign, lineEnd] = children ?? []
    if (quote.type !== 'blockquote_open' || !children || sign?.type !== 'text')
      return
    const word = calloutSign.exec(sign.content)?.[1]
    if (word === undefined || (lineEnd && lineEnd.type !== 'softbreak'))
      return
    quote.attrSet('class', 'callout')
    sign.content = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
    const heading = [new Token('strong_open', 'strong', 1), sign, new Token('strong_close', 'strong', -1)]
    children.splice(0, 2, ...heading, ...lineEnd ? [new Token('hardbreak', 'br', 0)] : [])
  })
}

/** Links addresses in prose. */
function linkAddresses({ tokens, Token }: StateCore): void {
  const textToken = (content: string): Token => Object.assign(new Token('text', '', 0), { content })

  function linkWords(token: Token): Token[] {
    const pieces: Token[] = []
    let done = 0
    for (const { start, end, address } of findAddresses(token.content)) {
      const open = new Token('link_open', 'a', 1)
      open.attrSet('href', address)
      pieces.push(
        textToken(token.content.slice(done, start)),
        open,
        textToken(address),
        new Token('link_close', 'a', -1),
      )
      done = end
    }
    return done === 0 ? [token] : [...pieces, textToken(token.content.slice(done))]
  }

  for (const token of tokens) {
    let linkDepth = 0
    token.children &&= token.children.flatMap((child) => {
      linkDepth += child.type === 'link_open' ? 1 : child.type === 'link_close' ? -1 : 0
      return linkDepth === 0 && child.type === 'text' ? linkWords(child) : [child]
    })
  }
}

function escapeMisleading(tokens: readonly Token[]): void {
  let linkDepth = 0
  for (const token of tokens) {
    linkDepth += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
    if (token.type === 'code_inline' || (linkDepth > 0 && token.type === 'text'))
      token.content = readableText(token.content, alreadyBounded)
  }
}

export type { Token }
