import type { createMarkdown, Token } from './renderTokens'
import { maxLookups } from '../../shared/files/fileLimits'
import { findPathsIn, type PathInText } from '../text/findPathsIn'

/**
 * Puts what may name a file, in prose and in pieces of code, into elements of class `path`: text still, until the file
 * is known to be there. The words of a link are left as they are: its address says where it leads.
 */
export function pathSpans(markdown: ReturnType<typeof createMarkdown>, { isWindows }: { isWindows: boolean }): void {
  const { rules } = markdown.renderer
  /** What is in each token's text. */
  const named = new WeakMap<Token, readonly PathInText[]>()
  const { escapeHtml } = markdown.utils
  markdown.core.ruler.push('paths', ({ tokens }) => {
    for (const { children } of tokens) {
      let isLink = false
      let left = maxLookups
      for (const token of children ?? []) {
        if (token.type === 'link_open')
          isLink = true
        else if (token.type === 'link_close')
          isLink = false
        if (isLink || left === 0 || (token.type !== 'text' && token.type !== 'code_inline'))
          continue
        const paths = findPathsIn(token.content, { max: left, isWindows })
        left -= paths.length
        named.set(token, paths)
      }
    }
  })
  rules.text = (tokens, index) => withSpans(tokens[index]!)
  // A name with blanks is one file, if there is one.
  rules.code_inline = (tokens, index) => {
    const token = tokens[index]!
    return `<code${named.has(token) && / /.test(token.content) ? ' class="path"' : ''}>${withSpans(token)}</code>`
  }

  function withSpans(token: Token): string {
    const { content } = token
    let html = ''
    let written = 0
    for (const { start, end } of named.get(token) ?? []) {
      html += `${escapeHtml(content.slice(written, start))}<span class="path">${escapeHtml(content.slice(start, end))}</span>`
      written = end
    }
    return html + escapeHtml(content.slice(written))
  }
}
