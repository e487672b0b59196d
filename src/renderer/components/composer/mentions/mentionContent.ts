import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostClient } from '../../../../shared/contract/contract'
import type { Attachment } from '../../../composables/useDrafts'
import type { Suggestion } from './suggestions'
import { HostError } from '../../../../shared/errors'
import { utf8Bytes, utf8Tail } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { transcriptBlock, transcriptLimitBytes } from '../../../../shared/thread/text/transcriptText'
import { plainOutput } from '../../terminal/screen/plainOutput'
import { mentionWords as words } from './words'

/** The thread whose message mentions something. */
interface MentioningThread {
  readonly host: HostClient
  readonly threadId: string
}

/** What a mention stands for, written as `mention` in the text. Throws a `HostError` where there is nothing of it any more. */
export async function fetchMention(
  { kind, label, id }: Suggestion,
  { host, threadId, mention, selected }: MentioningThread & { readonly mention: string, readonly selected: string },
): Promise<Attachment> {
  const name = mention.slice(1)
  const quoted = (content: ContentBlock, text: string): Attachment =>
    ({ id: id ?? crypto.randomUUID(), name, size: utf8Bytes(text), content, mention })
  switch (kind) {
    case 'file':
    case 'folder': {
      const found = await host.mentionPath({ threadId, path: label })
      if (!found)
        throw new HostError('not_found', words.gone)
      const { link } = found
      return { id: crypto.randomUUID(), name: found.path, size: link.size ?? 0, content: { type: 'resource_link', ...link }, mention }
    }
    case 'thread': {
      const text = await host.readTranscriptText({ threadId: id ?? '' })
      return quoted(transcriptBlock(name, text, id), text)
    }
    case 'terminal': {
      const view = await host.readTerminal({ threadId, terminalId: id ?? '' })
      if (!view)
        throw new HostError('not_found', words.noOutput)
      const output = plainOutput(view.output)
      const end = utf8Tail(output, transcriptLimitBytes)
      const text = end.length < output.length || view.truncated ? words.endOnly + end : end
      return quoted(quoteBlock('terminal', name, text), text)
    }
    case 'selection':
      return quoted(quoteBlock('selection', name, selected), selected)
  }
}

/** What is sent for an attachment. A short file that is mentioned goes as its text, as it is now, where the agent takes that. */
export async function sentContent(
  { content, name, mention }: Attachment,
  { host, threadId, takesText }: MentioningThread & { readonly takesText: boolean },
): Promise<ContentBlock> {
  if (mention === undefined || content.type !== 'resource_link' || !takesText)
    return content
  const found = await host.mentionPath({ threadId, path: name, withText: true })
  if (found?.text === undefined)
    return found ? { type: 'resource_link', ...found.link } : content
  const { uri, mimeType } = found.link
  return { type: 'resource', resource: { uri, mimeType: mimeType ?? 'text/plain', text: found.text } }
}
