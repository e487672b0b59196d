import type { ContentBlock } from '@agentclientprotocol/sdk'

const maxTitleCharacters = 80
/** An agent's text may be of any length; a title is looked for in its beginning. */
const maxTitleSource = 4_096

/** A title from a prompt: its first line, short enough for the list. */
export function titleOf(content: readonly ContentBlock[]): string {
  return shortTitle(content.flatMap(block => block.type === 'text' ? [block.text] : []).join(' ')) ?? 'Attachment'
}

/** The first line of `text` that is not blank, short enough for the list. */
export function shortTitle(text: string): string | undefined {
  const line = text.slice(0, maxTitleSource).split('\n').map(line => line.replace(/\s+/g, ' ').trim()).find(line => line !== '')
  return line !== undefined && line.length > maxTitleCharacters ? `${[...line].slice(0, maxTitleCharacters - 1).join('')}…` : line
}
