import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { computed, shallowRef } from 'vue'
import { buildPrompt } from '../../../../shared/thread/text/promptText'
import { useDraft } from '../../../composables/useDrafts'
import { toRelativePath } from '../../../text/paths'
import { useToasts } from '../../base/useToasts'
import { useDelivery } from '../../composer/useSending'
import { changesWords as words } from '../words'
import { type CommentPlace, formatComments, setComment } from './comments'

/** A review's unsent comments. */
export type Comments = ReturnType<typeof useComments>

/** Comments on lines in a thread's review. They are stored with the thread's draft and sent as one message. */
export function useComments(thread: () => ThreadSummary, isTurnOpen: () => boolean) {
  const { threadId, folder } = thread()
  const toasts = useToasts()
  const { comments: list } = useDraft(threadId)
  const note = shallowRef('')
  /** The line whose comment is being edited. */
  const edited = shallowRef<CommentPlace>()
  const isSending = shallowRef(false)
  const canSend = computed(() => !isSending.value && list.value.length > 0)
  const { isRunning, deliver } = useDelivery({ threadId, activity: () => thread().activity, isTurnOpen })

  function set(place: CommentPlace, text: string): void {
    list.value = setComment(list.value, place, text)
  }

  async function send(): Promise<void> {
    if (!canSend.value)
      return
    const isQueued = isRunning.value
    isSending.value = true
    const text = formatComments(list.value, note.value, path => toRelativePath(path, folder))
    const wasStored = await deliver(() => Promise.resolve(buildPrompt(text, [])))
    isSending.value = false
    if (wasStored !== true)
      return
    list.value = []
    note.value = ''
    toasts.show({ text: isQueued ? words.comment.queued : words.comment.sent, tone: 'ok' })
  }

  return { list, note, edited, set, send, canSend, isSending }
}
