import type { ThreadHead } from '../../../../shared/thread/transcript'
import type { Attachment } from '../../../composables/useDrafts'
import { shallowRef, type ShallowRef, watch } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { countUtf8Bytes } from '../../../../shared/text/utf8'
import { createTranscriptBlock } from '../../../../shared/thread/text/transcriptText'
import { useHost } from '../../../composables/host/useHost'
import { useLastText } from '../../../composables/useLastChoices'
import { attachmentWords as words } from './words'

const attachmentId = 'transcript'

/** Attaches the offered transcript of another thread, unless the person removed it, even after a reload. */
export function useTranscriptOffer({
  threadId,
  attachments,
  offer,
}: {
  threadId: string
  attachments: ShallowRef<readonly Attachment[]>
  offer: () => ThreadHead['transcriptOffer']
}) {
  const { host } = useHost()
  const declined = useLastText(`withoutTranscript.${threadId}`)
  const problem = shallowRef<string>()

  watch(
    () => offer()?.threadId,
    async (sourceId) => {
      const title = offer()?.title
      if (sourceId === undefined || title === undefined)
        return withdraw() // the first message was sent without the transcript, or by another window
      if (declined.value !== '' || attachments.value.some(({ id }) => id === attachmentId))
        return
      try {
        const text = await host.readTranscriptText({ threadId: sourceId })
        if (offer()?.threadId === sourceId && !attachments.value.some(({ id }) => id === attachmentId)) {
          attachments.value = [
            ...attachments.value,
            {
              id: attachmentId,
              name: words.transcriptOf(title),
              size: countUtf8Bytes(text),
              content: createTranscriptBlock(title, text),
            },
          ]
        }
      }
      catch (error) {
        problem.value = words.noTranscript(title, errorMessage(error))
      }
    },
    { immediate: true },
  )

  function remove(id: string): void {
    if (id === attachmentId)
      declined.value = 'yes'
    attachments.value = attachments.value.filter(attachment => attachment.id !== id)
  }

  function withdraw(): void {
    declined.value = ''
    problem.value = undefined
    attachments.value = attachments.value.filter(({ id }) => id !== attachmentId)
  }

  return { problem, remove }
}
