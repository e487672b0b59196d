import type { ContentBlock } from '@agentclientprotocol/sdk'

/** More than anyone reviews in one message. */
export const maxAttachments = 100
/** The maximum number of line comments in a message. */
export const maxComments = 200

/** The text of a message. */
export function getPromptText(content: readonly ContentBlock[]): string {
  return content.flatMap(block => block.type === 'text' ? [block.text] : []).join('')
}

/** The attachments of a message. */
export function getPromptAttachments(content: readonly ContentBlock[]): ContentBlock[] {
  return content.filter(({ type }) => type !== 'text')
}

/** Builds a prompt: the text first, then the attachments. */
export function buildPrompt(text: string, attachments: readonly ContentBlock[]): ContentBlock[] {
  return [...text.trim() === '' ? [] : [{ type: 'text' as const, text }], ...attachments]
}
