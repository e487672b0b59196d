import type { Attachment } from '../../../composables/useDrafts'
import { utf8Bytes } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { useDraft } from '../../../composables/useDrafts'
import { changesWords as words } from '../words'
import { type RejectedFile, rejectionCount, withoutLast, withoutRejection, withRejection } from './rejectedText'

/** The id of the attachment; a draft has at most one. */
const attachmentId = 'rejected-changes'

/** What the agent will be told of rejections. */
export type Rejected = ReturnType<typeof useRejected>

/** Puts what was rejected into the draft of the thread's next message, where the person can remove it. */
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
    /** `count`: how many files were rejected, where not all are named. */
    add(files: readonly RejectedFile[], count?: number): void {
      if (files.length > 0)
        put(withRejection(text(), files, count))
    },
    /** The rejected file, or this hunk of it, is back. */
    remove(file: RejectedFile): void {
      const known = text()
      if (known !== undefined)
        put(withoutRejection(known, file))
    },
    /** The last one was undone. */
    takeBack(): void {
      const known = text()
      if (known !== undefined)
        put(withoutLast(known))
    },
  }
}

function attachmentOf(text: string): Attachment {
  const name = words.rejected(rejectionCount(text))
  return { id: attachmentId, name, size: utf8Bytes(text), content: quoteBlock('selection', name, text) }
}
