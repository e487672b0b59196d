import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import { HostError } from '../../../shared/errors'
import { getPastedText } from '../../../shared/thread/text/pastedText'
import { formatQuote } from '../../../shared/thread/text/quotes'
import { getTranscriptText } from '../../../shared/thread/text/transcriptText'

/**
 * Adapts a prompt to the agent: transcripts and pasted or quoted texts become plain text if it doesn't support embedded
 * resources. Throws for content that the agent does not advertise, because clients must not send it.
 */
export function adaptPrompt(
  content: readonly ContentBlock[],
  capabilities: PromptCapabilities | undefined,
): ContentBlock[] {
  return content.map((block) => {
    const text = getTranscriptText(block) ?? getPastedText(block) ?? formatQuote(block)
    if (text !== undefined && !capabilities?.embeddedContext)
      return { type: 'text', text }
    const isAccepted = block.type === 'text' || block.type === 'resource_link'
      || (block.type === 'image' && capabilities?.image)
      || (block.type === 'audio' && capabilities?.audio)
      || (block.type === 'resource' && capabilities?.embeddedContext)
    if (!isAccepted) {
      throw new HostError(
        'unsupported',
        `This agent does not take ${block.type === 'resource' ? 'embedded files' : `${block.type} attachments`}. `
        + 'Remove it, or name the file in your message.',
      )
    }
    return block
  })
}
