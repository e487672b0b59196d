/** Types of the package, which has none. */
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'

  export default function footnotes(markdown: MarkdownIt): void
}
