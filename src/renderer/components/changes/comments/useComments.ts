import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { computed, shallowRef } from 'vue'
import { buildPrompt } from '../../../../shared/thread/text/promptText'
import { useDraft } from '../../../composables/useDrafts'
import { pathInFolder } from '../../../text/paths'
import { useToasts } from '../../base/useToasts'
import { useDelivery } from '../../composer/useSending'
import { changesWords as words } from '../words'
import { type CommentPlace, messageOfComments, withComment } from './comments'

/** Unsent comments on lines. */
export type Comments = ReturnType<typeof useComments>

/** Comments of a thread's review, kept with its draft and sent together as one message. */
export function useComments(thread: () => ThreadSummary, isTurnOpen: () => boolean) {
  const { threadId, folder } = thread()
  const toasts = useToasts()
  const { comments: list } = useDraft(threadId)
  const note = shallowRef('')
  /** The line whose comment is being written. */
  const edited = shallowRef<CommentPlace>()
  const isSending = shallowRef(false)
  const canSend = computed(() => !isSending.value && list.value.length > 0)
  const { isRunning, deliver } = useDelivery({ threadId, activity: () => thread().activity, isTurnOpen })

  function put(place: CommentPlace, text: string): void {
    list.value = withComment(list.value, place, text)
  }

  async function send(): Promise<void> {
    if (!canSend.value)
      return
    const isQueued = isRunning.value
    isSending.value = true
    const text = messageOfComments(list.value, note.value, path => pathInFolder(path, folder))
    const wasStored = await deliver(() => Promise.resolve(buildPrompt(text, [])))
    isSending.value = false
    if (wasStored !== true)
      return
    list.value = []
    note.value = ''
    toasts.show({ text: isQueued ? words.comment.queued : words.comment.sent, tone: 'ok' })
  }

  return { list, note, edited, put, send, canSend, isSending }
}
