import type { ContentBlock } from '@agentclientprotocol/sdk'

/** More than anyone looks through in one message. */
export const maxAttachments = 100
/** Comments on lines: as many as a person writes, and a message holds. */
export const maxComments = 200

/** What a person wrote in a message. */
export function promptText(content: readonly ContentBlock[]): string {
  return content.flatMap(block => block.type === 'text' ? [block.text] : []).join('')
}

/** What goes along with a message. */
export function promptAttachments(content: readonly ContentBlock[]): ContentBlock[] {
  return content.filter(({ type }) => type !== 'text')
}

/** A message as the agent gets it: the text first, then the attachments. */
export function buildPrompt(text: string, attachments: readonly ContentBlock[]): ContentBlock[] {
  return [...text.trim() === '' ? [] : [{ type: 'text' as const, text }], ...attachments]
}
