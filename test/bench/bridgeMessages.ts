import type { HostEvents } from '../../src/shared/contract/hostEvents'
import type { ThreadEvent, ThreadEventBody } from '../../src/shared/thread/events'
import { coalesce } from '../../src/shared/thread/reduce/coalesce'

/** Sent in a run, of an answer of so many words. */
export const wordCount = 10_000
/** As many words as an agent of 200 words a second sends within the 50 ms for which the host joins them. */
const joinedWords = 10
export const messageCounts = { single: wordCount, joined: wordCount / joinedWords }

/** The host's messages about an answer: one for each word, or with the words joined as they are. */
export function messagesOf(isJoined: boolean): HostEvents['threadEvents'][] {
  const size = isJoined ? joinedWords : 1
  return Array.from({ length: wordCount / size }, (_, index) => {
    const bodies = Array.from({ length: size }, (): ThreadEventBody => ({
      type: 'update',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'word ' } },
    }))
    const events = coalesce(bodies).map((body, at): ThreadEvent => ({ ...body, seq: index + at + 1, at: 1 }))
    return { threadId: 'thread', events }
  })
}
