import type { PromptCapabilities } from '@agentclientprotocol/sdk'
import { shallowRef, type ShallowRef } from 'vue'
import { messageOf } from '../../../../shared/errors'
import { formatBytes } from '../../../../shared/text/formatBytes'
import { useHost } from '../../../composables/host/useHost'
import { report } from '../../../report'
import { type Attachment, attachmentOf, canBeLink, linkOf, refusal } from './attachments'
import { attachmentWords, refusalWords } from './words'

/** A message goes to the host, and on to the agent, as one piece. */
const messageLimitBytes = 20_000_000

/** A file that could not be attached, and what can be done about it. */
export interface RefusedFile {
  readonly id: string
  readonly file: File
  readonly why: string
  /** The agent had not said yet what it takes. */
  readonly canRetry: boolean
  readonly canLink: boolean
}

/**
 * Attaches the files that a person picks, pastes or drops, as far as the agent can take them. The others are kept with the reason, to be
 * sent as links where the person wants that. `capabilities` returns nothing before the agent has introduced itself.
 */
export function useAttaching({
  threadId,
  attachments,
  capabilities,
}: {
  threadId: string
  attachments: ShallowRef<readonly Attachment[]>
  capabilities: () => { readonly known: PromptCapabilities } | undefined
}) {
  const { host } = useHost()
  const refused = shallowRef<readonly RefusedFile[]>([])

  async function attach(files: Iterable<File> | null | undefined): Promise<void> {
    refused.value = []
    for (const file of files ?? [])
      await attachOne(file)
  }

  async function attachOne(file: File): Promise<void> {
    const known = capabilities()
    try {
      if (!known)
        throw refusal(file, refusalWords.tooEarly)
      const attachment = await attachmentOf(file, known.known)
      if (contentBytes(attachments.value) + file.size > messageLimitBytes)
        throw refusal(file, refusalWords.messageTooLarge(formatBytes(messageLimitBytes)))
      attachments.value = [...attachments.value, attachment]
    }
    catch (error) {
      refuse({ file, why: messageOf(error), canRetry: !known, canLink: canBeLink(file) })
    }
  }

  async function attachAsLink(one: RefusedFile): Promise<void> {
    dismiss(one)
    try {
      attachments.value = [...attachments.value, await linkOf(one.file, file => host.keepAttachment({ threadId, ...file }))]
    }
    catch (error) {
      refuse({ ...one, why: attachmentWords.refused(one.file.name, messageOf(error)) })
    }
  }

  function retry(one: RefusedFile): void {
    dismiss(one)
    attachOne(one.file).catch(report)
  }

  function refuse(one: Omit<RefusedFile, 'id'>): void {
    refused.value = [...refused.value, { ...one, id: crypto.randomUUID() }]
  }

  function dismiss({ id }: RefusedFile): void {
    refused.value = refused.value.filter(other => other.id !== id)
  }

  function onPaste(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])]
    // Spreadsheets and word processors add a picture of the copied text: then the text is meant.
    const isPictureOfText = files.length === 1 && files[0]?.name === 'image.png' && event.clipboardData?.getData('text/plain').trim() !== ''
    if (files.length === 0 || isPictureOfText)
      return
    event.preventDefault()
    attach(files).catch(report)
  }

  return { refused, attach, attachAsLink, retry, dismiss, onPaste }
}

function contentBytes(attachments: readonly Attachment[]): number {
  return attachments.reduce((sum, { content, size }) => sum + (content.type === 'resource_link' ? 0 : size), 0)
}
