import type { PromptCapabilities } from '@agentclientprotocol/sdk'
import { shallowRef, type ShallowRef } from 'vue'
import { messageOf } from '../../../shared/errors'
import { attachmentOf, type Attachment } from './attachments'

/** Takes files that a person picks, pastes or drops, as far as the agent can take them; says why the others were not taken. */
export function useAttaching(attachments: ShallowRef<readonly Attachment[]>, capabilities: () => PromptCapabilities | undefined) {
  const refused = shallowRef<readonly string[]>([])

  async function attach(list: FileList | null | undefined): Promise<void> {
    refused.value = []
    for (const file of list ?? []) {
      try {
        attachments.value = [...attachments.value, await attachmentOf(file, capabilities())]
      }
      catch (error) {
        refused.value = [...refused.value, messageOf(error)]
      }
    }
  }

  function onPaste(event: ClipboardEvent): void {
    if (!event.clipboardData?.files.length)
      return
    event.preventDefault()
    void attach(event.clipboardData.files)
  }

  return { refused, attach, onPaste }
}
