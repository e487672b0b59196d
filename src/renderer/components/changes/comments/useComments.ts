import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { computed, shallowRef } from 'vue'
import { useDraft } from '../../../composables/useDrafts'
import { pathInFolder } from '../../../text/paths'
import { useToasts } from '../../base/useToasts'
import { useSending } from '../../composer/useSending'
import { changesWords as words } from '../words'
import { type CommentPlace, messageOfComments, withComment } from './comments'

/** What the person says about lines, until it is sent. */
export type Comments = ReturnType<typeof useComments>

/** The comments of a thread's review: kept with its draft until they are sent together, as one message. */
export function useComments(thread: () => ThreadSummary, isTurnOpen: () => boolean) {
  const { threadId, folder } = thread()
  const toasts = useToasts()
  const { comments: list } = useDraft(threadId)
  const note = shallowRef('')
  /** The line whose comment is being written. */
  const edited = shallowRef<CommentPlace>()
  const message = computed({
    get: () => list.value.length > 0 ? messageOfComments(list.value, note.value, path => pathInFolder(path, folder)) : '',
    // Sent: nothing of it is left.
    set: () => {
      list.value = []
      note.value = ''
    },
  })
  const sending = useSending({
    threadId,
    draft: { text: message, attachments: shallowRef([]) },
    mentions: { hasContents: () => false, contents: () => Promise.resolve([]) },
    activity: () => thread().activity,
    isTurnOpen,
  })

  function put(place: CommentPlace, text: string): void {
    list.value = withComment(list.value, place, text)
  }

  async function send(): Promise<void> {
    const isQueued = sending.isRunning.value
    await sending.send()
    if (list.value.length === 0)
      toasts.show({ text: isQueued ? words.comment.queued : words.comment.sent, tone: 'ok' })
  }

  return { list, note, edited, put, send, canSend: sending.canSend, isSending: sending.isSending }
}
