import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Thread } from '../thread'
import { conversationSoFar, isConversationSoFar } from '../../../shared/thread/text/transcriptText'
import { readTranscriptText } from '../export/readTranscriptText'

/**
 * A branch's first message, with what was said above it: the session is new, since `session/fork` copies a session only as it is now, the
 * replaced message included.
 */
export function withConversation(branch: Thread, content: readonly ContentBlock[]): ContentBlock[] {
  const message = content.filter(block => !isConversationSoFar(block))
  const { entries, firstIndex } = branch.transcript
  const isFirst = firstIndex === 0 && !entries.some(({ kind }) => kind === 'user' || kind === 'agent')
  return isFirst ? message : [...message, conversationSoFar(readTranscriptText(branch))]
}
