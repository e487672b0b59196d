import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import type { Transcript } from '../../../shared/thread/transcript'
import type { Attachment } from '../composer/attachments/attachments'
import { watch } from 'vue'
import { promptAttachments, promptText } from '../../../shared/thread/promptText'
import { useDraft } from '../../composables/useDrafts'

/** Puts a message that the agent refused until a sign-in back into the composer, unless the person has written another. */
export function useRefusedPrompt({
  threadId,
  activity,
  transcript,
}: {
  threadId: string
  activity: () => ThreadActivity
  transcript: () => Transcript | undefined
}): void {
  const { text, attachments } = useDraft(threadId)
  let restored: string | undefined

  watch(
    [activity, transcript],
    ([activity, transcript]) => {
      const promptId = activity.state === 'sign-in' ? activity.refusedPromptId : undefined
      const entry
        = promptId === undefined || promptId === restored
          ? undefined
          : transcript?.entries.findLast(entry => entry.kind === 'user' && entry.promptId === promptId)
      if (entry?.kind !== 'user')
        return
      restored = promptId
      if (text.value !== '' || attachments.value.length > 0)
        return
      text.value = promptText(entry.content)
      attachments.value = promptAttachments(entry.content).map(attachmentOf)
    },
    { immediate: true },
  )
}

function attachmentOf(content: ContentBlock): Attachment {
  const uri = content.type === 'resource' ? content.resource.uri : content.type === 'resource_link' ? content.uri : undefined
  const data = 'data' in content && typeof content.data === 'string' ? content.data.length * 3 / 4 : JSON.stringify(content).length
  return { id: crypto.randomUUID(), name: uri === undefined ? content.type : nameIn(uri), size: Math.round(data), content }
}

function nameIn(uri: string): string {
  const last = uri.split('/').at(-1) || uri
  try {
    return decodeURIComponent(last)
  }
  catch {
    return last // not percent-encoded: shown as it is
  }
}
