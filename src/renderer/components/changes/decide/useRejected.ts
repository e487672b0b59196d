import type { Attachment } from '../../../composables/useDrafts'
import { countUtf8Bytes } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { useDraft } from '../../../composables/useDrafts'
import { changesWords as words } from '../words'
import { appendRejection, countRejections, type RejectedFile, removeLastRejection, removeRejection } from './rejectedText'

/** Id of the attachment; a draft has at most one. */
const attachmentId = 'rejected-changes'

/** Rejections that will be reported to the agent. */
export type Rejected = ReturnType<typeof useRejected>

/** Attaches rejections to the thread's draft, where the person can remove them. */
export function useRejected(threadId: string) {
  const { attachments } = useDraft(threadId)

  function readText(): string | undefined {
    const content = attachments.value.find(({ id }) => id === attachmentId)?.content
    return content?.type === 'resource' && 'text' in content.resource ? content.resource.text : undefined
  }

  function setText(text: string | undefined): void {
    const others = attachments.value.filter(({ id }) => id !== attachmentId)
    attachments.value = text === undefined ? others : [...others, toAttachment(text)]
  }

  return {
    /** Adds a rejection. `count` is the number of rejected files if `files` lists only some. */
    add(files: readonly RejectedFile[], count?: number): void {
      if (files.length > 0)
        setText(appendRejection(readText(), files, count))
    },
    /** Removes the rejection of this file or hunk, as it was undone. */
    remove(file: RejectedFile): void {
      const text = readText()
      if (text !== undefined)
        setText(removeRejection(text, file))
    },
    /** Removes the last rejection, as it was undone. */
    removeLast(): void {
      const text = readText()
      if (text !== undefined)
        setText(removeLastRejection(text))
    },
  }
}

function toAttachment(text: string): Attachment {
  const name = words.rejected(countRejections(text))
  return { id: attachmentId, name, size: countUtf8Bytes(text), content: quoteBlock('selection', name, text) }
}
