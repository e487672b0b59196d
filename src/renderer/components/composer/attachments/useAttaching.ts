import type { PromptCapabilities } from '@agentclientprotocol/sdk'
import type { Attachment } from '../../../composables/useDrafts'
import type { DroppedItems } from './useDropTarget'
import { shallowRef, type ShallowRef } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { maxAttachments } from '../../../../shared/thread/text/promptText'
import { report } from '../../../report'
import { createRefusal, linkAttachment, readAttachment } from './attachments'
import { useLending } from './useLending'
import { refusalWords, attachmentWords as words } from './words'

/** Limit of embedded content in a message, which is sent to the host as a whole. */
export const messageLimitBytes = 20_000_000

/** A file that was not attached. */
export interface RefusedFile {
  readonly id: string
  readonly why: string
  /** The file, if the agent's capabilities were unknown: it can be retried, or attached as a link. */
  readonly waiting?: File
}

/**
 * Attaches picked, pasted or dropped files: embedded if the agent supports that, otherwise as links. `capabilities`
 * returns `undefined` until the agent is initialized. Long because all ways to attach share the list of refused files.
 */
export function useAttaching({
  threadId,
  attachments,
  removeAttachment,
  capabilities,
}: {
  threadId: string
  attachments: ShallowRef<readonly Attachment[]>
  /** Removes an attachment from the message. */
  removeAttachment: (id: string) => void
  capabilities: () => { readonly known: PromptCapabilities } | undefined
}) {
  const { lend, keep, revoke } = useLending({ threadId, attachments })
  const refused = shallowRef<readonly RefusedFile[]>([])

  async function attach({ files, folders = [] }: DroppedItems): Promise<void> {
    refused.value = []
    for (const name of folders)
      refuse({ why: words.folder(name) })
    const room = maxAttachments - attachments.value.length
    for (const file of files.slice(0, room))
      await attachOne(file)
    if (files.length > room)
      refuse({ why: words.tooMany(files.length - room, maxAttachments) })
  }

  async function attachOne(file: File): Promise<void> {
    const known = capabilities()
    if (!known)
      return refuse({ why: createRefusal(file.name, refusalWords.tooEarly).message, waiting: file })
    await add(() => readAttachment(file, known.known, getAttaching()))
  }

  async function attachAsLink({ id, waiting }: RefusedFile): Promise<void> {
    dismiss(id)
    if (waiting)
      await add(() => linkAttachment(waiting, getAttaching()))
  }

  function getAttaching() {
    return { lend, keep, roomBytes: messageLimitBytes - sumContentBytes(attachments.value) }
  }

  async function add(make: () => Promise<Attachment>): Promise<void> {
    try {
      const attachment = await make()
      if (attachments.value.length >= maxAttachments) // other files may have been attached meanwhile
        throw createRefusal(attachment.name, refusalWords.full(maxAttachments))
      attachments.value = [...attachments.value, attachment]
    }
    catch (error) {
      refuse({ why: errorMessage(error) })
    }
  }

  function retry({ id, waiting }: RefusedFile): void {
    dismiss(id)
    if (waiting)
      attachOne(waiting).catch(report)
  }

  function refuse(file: Omit<RefusedFile, 'id'>): void {
    refused.value = [...refused.value, { ...file, id: crypto.randomUUID() }]
  }

  function dismiss(id: string): void {
    refused.value = refused.value.filter(other => other.id !== id)
  }

  /** Removes an attachment and revokes the agent's access to its file. */
  function remove(id: string): void {
    revoke(id)
    removeAttachment(id)
  }

  function onPaste(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])]
    // Office programs add an image of copied text. Pastes the text instead.
    const isPictureOfText = files.length === 1 && files[0]?.name === 'image.png' && event.clipboardData?.getData('text/plain').trim() !== ''
    if (files.length === 0 || isPictureOfText)
      return
    event.preventDefault()
    attach({ files }).catch(report)
  }

  return { refused, attach, attachAsLink, retry, dismiss, remove, onPaste }
}

function sumContentBytes(attachments: readonly Attachment[]): number {
  return attachments.reduce((sum, { content, size }) => sum + (content.type === 'resource_link' ? 0 : size), 0)
}
