import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Attachment } from './attachments/attachments'

/** A message as the agent gets it: the text first, then what goes along. */
export function promptContent(text: string, attachments: readonly Attachment[]): ContentBlock[] {
  const words: ContentBlock[] = text.trim() === '' ? [] : [{ type: 'text', text }]
  return [...words, ...attachments.map(({ content }) => content)]
}
