import MarkdownIt, { type Token } from 'markdown-it'
import { alreadyBounded } from '../text/drawnLength'
import { isOpenable } from '../text/isOpenable'
import { readableText } from '../text/readableText'
import { markdownWords } from './words'

/** The Markdown that Parley understands: CommonMark with tables and strikethrough, no HTML, no guessed links, no images. */
export function createMarkdown() {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
  // Unsafe targets are removed when the link is rendered, so its text stays readable.
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
  // Code and the words of a link are taken for what they seem to be; in prose, scripts may turn the direction.
  markdown.core.ruler.push('readable', ({ tokens }) => {
    for (const { children } of tokens)
      writeOutMisleading(children ?? [])
  })
  // Agents often write task lists. A character says as much as a checkbox that cannot be clicked.
  markdown.core.ruler.push('task_lists', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const text = token.children?.[0]
      if (token.type === 'inline' && tokens[index - 2]?.type === 'list_item_open' && text?.type === 'text')
        text.content = text.content.replace(/^\[([ x])\] /i, (_, mark: string) => mark === ' ' ? '☐ ' : '☑ ')
    })
  })
  // Loading an image would tell its server that the message was read, and send it any data in the address.
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

function writeOutMisleading(tokens: readonly Token[]): void {
  let linkDepth = 0
  for (const token of tokens) {
    linkDepth += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
    if (token.type === 'code_inline' || (linkDepth > 0 && token.type === 'text'))
      token.content = readableText(token.content, alreadyBounded)
  }
}

export type { Token }
