import type { HostEvents } from '../../src/shared/contract/hostEvents'
import type { ThreadEvent, ThreadEventBody } from '../../src/shared/thread/events'
import { coalesce } from '../../src/shared/thread/reduce/coalesce'

/** Number of words in the answer of a run. */
export const wordCount = 10_000
/** Words that an agent at 200 words a second sends within the 50 ms that the host batches. */
const joinedWords = 10
export const messageCounts = { single: wordCount, joined: wordCount / joinedWords }

/** Creates the host's messages for an answer: one for each word, or batched as in the host. */
export function createMessages(isJoined: boolean): HostEvents['threadEvents'][] {
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
