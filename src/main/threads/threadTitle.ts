import type { ContentBlock } from '@agentclientprotocol/sdk'

/** As much as a wide header shows; narrower places cut it themselves. */
const maxTitleCharacters = 80
/** Maximum characters searched for a title, because texts may be long. */
const maxTitleSource = 4_096
/** The end of a clause; the first one usually tells what a prompt is about. */
const clauseEnd = /[.!?:;,](?=\s)|\s[–—-]\s|[。！？：；，、]/

/** Derives a title from a prompt: the first clause of its first line, shortened. */
export function deriveTitle(content: readonly ContentBlock[]): string {
  return createTitle(content.flatMap(block => block.type === 'text' ? [block.text] : []).join(' ')) ?? 'Attachment'
}

/** Returns the first clause of the first non-blank line, shortened. */
export function createTitle(text: string): string | undefined {
  const line = text.slice(0, maxTitleSource).split('\n').map(stripMarkdown).find(line => line !== '')
  return line === undefined ? undefined : takeFirstWords(line) ?? truncate(line)
}

/** Removes Markdown from a line: fence, heading, list, quote, link, emphasis and code marks. */
function stripMarkdown(line: string): string {
  return line
    .replace(/^\s*(?:`{3}|~{3}).*$/, '')
    .replace(/^\s*(?:(?:#{1,6}|[>\-*+]|\d{1,3}[.)])\s+)*(?:\[[ x]\]\s+)?/i, '')
    .replace(/^\s*(?:[-*_=]\s*){3,}$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]*\S)\1(?![\w*])/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the words that fit, or `undefined` if a long word would leave half of the title empty. */
function takeFirstWords(line: string): string | undefined {
  const clause = takeFirstClause(line)
  const words = clause.split(' ').slice(0, maxTitleCharacters / 2) // more cannot fit, and each is tried
  while (words.length > 0 && [...words.join(' ')].length > maxTitleCharacters)
    words.pop()
  const title = words.join(' ')
  if (title === clause)
    return title
  return [...title].length < maxTitleCharacters / 2 ? undefined : `${title}…`
}

/** Returns the first clause. A single word, such as “Hello”, is extended, except in scripts without spaces. */
function takeFirstClause(line: string): string {
  const end = clauseEnd.exec(line)
  const clause = end ? line.slice(0, end.index).trim() : line.replace(/[.:;,]$/, '')
  return /[\s\u2E80-\uFFFF]/.test(clause) ? clause : line
}

function truncate(line: string): string {
  const characters = [...line]
  return characters.length > maxTitleCharacters ? `${characters.slice(0, maxTitleCharacters - 1).join('')}…` : line
}
