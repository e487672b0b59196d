import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import { transcriptIn } from '../../shared/thread/transcriptText'

const maxTitleCharacters = 80
/** An agent's text may be of any length; a title is looked for in so much of it. */
const maxTitleSource = 4_096

/** A title from a prompt: its first line, short enough for the list. */
export function titleOf(content: readonly ContentBlock[]): string {
  return shortTitle(content.flatMap(block => block.type === 'text' ? [block.text] : []).join(' ')) ?? 'Attachment'
}

/** The first line of `text` that says something, short enough for the list. An agent's may be of any length. */
export function shortTitle(text: string): string | undefined {
  const line = text.slice(0, maxTitleSource).split('\n').map(line => line.replace(/\s+/g, ' ').trim()).find(line => line !== '')
  return line !== undefined && line.length > maxTitleCharacters ? `${[...line].slice(0, maxTitleCharacters - 1).join('')}…` : line
}

/**
 * A prompt in the form that the agent takes: a transcript as plain text where it takes no embedded files. Refuses what it did not say it
 * can take: clients must not send it.
 */
export function takenPrompt(content: readonly ContentBlock[], capabilities: PromptCapabilities | undefined): ContentBlock[] {
  return content.map((block) => {
    const transcript = transcriptIn(block)
    if (transcript !== undefined && !capabilities?.embeddedContext)
      return { type: 'text', text: transcript }
    const isTaken = block.type === 'text' || block.type === 'resource_link'
      || (block.type === 'image' && capabilities?.image)
      || (block.type === 'audio' && capabilities?.audio)
      || (block.type === 'resource' && capabilities?.embeddedContext)
    if (!isTaken) {
      throw new HostError(
        'unsupported',
        `This agent does not take ${block.type === 'resource' ? 'embedded files' : `${block.type} attachments`}. Remove it, or name the file in your message.`,
      )
    }
    return block
  })
}
