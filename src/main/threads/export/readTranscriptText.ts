import type { Thread } from '../thread'
import { formatTranscriptAsMarkdown } from '../../../shared/thread/text/transcriptText'

/** Number of entries read at a time. */
const pageSize = 200

/** Formats the thread's conversation as Markdown for an agent: as many of the latest entries as fit. */
export function readTranscriptText(thread: Thread): string {
  thread.flush()
  let { entries, firstIndex } = thread.transcript
  for (;;) {
    const { text, isFull } = formatTranscriptAsMarkdown({ entries, firstIndex }, thread.summary)
    const earlier = isFull ? [] : thread.readEntries(firstIndex, pageSize)
    if (earlier.length === 0)
      return text
    entries = [...earlier, ...entries]
    firstIndex -= earlier.length
  }
}
