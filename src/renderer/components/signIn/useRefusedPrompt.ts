import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import type { Transcript } from '../../../shared/thread/transcript'
import type { Attachment } from '../../composables/useDrafts'
import { watch } from 'vue'
import { getPromptAttachments, getPromptText } from '../../../shared/thread/text/promptText'
import { useDraft } from '../../composables/useDrafts'
import { findTokens, getMentionToken } from '../composer/mentions/mentionTokens'

/** Restores a message that the agent rejected because it needs a sign-in. Keeps another message in the composer. */
export function useRefusedPrompt({
  threadId,
  folder,
  activity,
  transcript,
}: {
  threadId: string
  folder: string
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
      text.value = getPromptText(entry.content)
      attachments.value = getPromptAttachments(entry.content).map(content => toAttachment(content, text.value, folder))
    },
    { immediate: true },
  )
}

function toAttachment(content: ContentBlock, text: string, folder: string): Attachment {
  const token = getMentionToken(content, folder)
  if (token !== undefined && findTokens(text, [token]).size > 0)
    return { id: crypto.randomUUID(), name: token.slice(1), size: getSize(content), content, mention: token }
  const uri = content.type === 'resource'
    ? content.resource.uri
    : content.type === 'resource_link'
      ? content.uri
      : undefined
  return {
    id: crypto.randomUUID(),
    name: uri === undefined ? content.type : getFileName(uri),
    size: getSize(content),
    content,
  }
}

function getSize(content: ContentBlock): number {
  const bytes = 'data' in content && typeof content.data === 'string'
    ? content.data.length * 3 / 4
    : JSON.stringify(content).length
  return Math.round(bytes)
}

function getFileName(uri: string): string {
  const last = uri.split('/').at(-1) || uri
  try {
    return decodeURIComponent(last)
  }
  catch {
    return last // not percent-encoded
  }
}
