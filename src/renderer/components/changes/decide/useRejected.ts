import type { Attachment } from '../../../composables/useDrafts'
import { utf8ByteLength } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { useDraft } from '../../../composables/useDrafts'
import { changesWords as words } from '../words'
import { type RejectedFile, rejectionCount, withoutLast, withoutRejection, withRejection } from './rejectedText'

/** Id of the attachment, of which a draft has at most one. */
const attachmentId = 'rejected-changes'

/** Rejections to report to the agent. */
export type Rejected = ReturnType<typeof useRejected>

/** Adds rejections to the thread's draft, from which the person can remove them. */
export function useRejected(threadId: string) {
  const { attachments } = useDraft(threadId)

  function text(): string | undefined {
    const content = attachments.value.find(({ id }) => id === attachmentId)?.content
    return content?.type === 'resource' && 'text' in content.resource ? content.resource.text : undefined
  }

  function put(text: string | undefined): void {
    const others = attachments.value.filter(({ id }) => id !== attachmentId)
    attachments.value = text === undefined ? others : [...others, attachmentOf(text)]
  }

  return {
    /** `count`: number of rejected files if not all are named. */
    add(files: readonly RejectedFile[], count?: number): void {
      if (files.length > 0)
        put(withRejection(text(), files, count))
    },
    /** The rejection of this file or hunk was undone. */
    remove(file: RejectedFile): void {
      const known = text()
      if (known !== undefined)
        put(withoutRejection(known, file))
    },
    /** The last rejection was undone. */
    takeBack(): void {
      const known = text()
      if (known !== undefined)
        put(withoutLast(known))
    },
  }
}

function attachmentOf(text: string): Attachment {
  const name = words.rejected(rejectionCount(text))
  return { id: attachmentId, name, size: utf8ByteLength(text), content: quoteBlock('selection', name, text) }
}
