import type { createMarkdown, Token } from './renderTokens'
import { maxLookups } from '../../shared/files/fileLimits'
import { findPaths, type PathInText } from '../text/findPaths'

/**
 * Wraps possible paths in prose and inline code in elements of class `path`, which become links once the file is known
 * to exist. Leaves texts of links unchanged, as these have an address.
 */
export function addPathSpans(markdown: ReturnType<typeof createMarkdown>, { isWindows }: { isWindows: boolean }): void {
  const { rules } = markdown.renderer
  /** Paths in each token's text. */
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
        const paths = findPaths(token.content, { max: left, isWindows })
        left -= paths.length
        named.set(token, paths)
      }
    }
  })
  rules.text = (tokens, index) => wrapPaths(tokens[index]!)
  // A name with spaces is a single file, if it exists.
  rules.code_inline = (tokens, index) => {
    const token = tokens[index]!
    return `<code${named.has(token) && / /.test(token.content) ? ' class="path"' : ''}>${wrapPaths(token)}</code>`
  }

  function wrapPaths(token: Token): string {
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
