import type { Thread } from '../thread'
import { transcriptText } from '../../../shared/thread/text/transcriptText'

/** Number of entries read at a time. */
const pageSize = 200

/** The thread's conversation as Markdown: the latest entries, and earlier ones as long as they fit. */
export function readTranscriptText(thread: Thread): string {
  thread.flush()
  let { entries, firstIndex } = thread.transcript
  for (;;) {
    const { text, isFull } = transcriptText({ entries, firstIndex }, thread.summary)
    const earlier = isFull ? [] : thread.readEntries(firstIndex, pageSize)
    if (earlier.length === 0)
      return text
    entries = [...earlier, ...entries]
    firstIndex -= earlier.length
  }
}
