import type { PromptCapabilities } from '@agentclientprotocol/sdk'
import type { Attachment } from '../../../composables/useDrafts'
import type { Dropped } from './useDropTarget'
import { shallowRef, type ShallowRef } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { maxAttachments } from '../../../../shared/thread/text/promptText'
import { report } from '../../../report'
import { linkAttachment, readAttachment, refusal } from './attachments'
import { useLending } from './useLending'
import { refusalWords, attachmentWords as words } from './words'

/** Limit of a message, which is sent as one piece. */
export const messageLimitBytes = 20_000_000

/** A refused file with possible actions. */
export interface RefusedFile {
  readonly id: string
  readonly why: string
  /** The agent's capabilities were unknown: it can be retried, or attached as a link. */
  readonly waiting?: File
}

/**
 * Attaches picked, pasted or dropped files, embedded if the agent takes them, otherwise as links. Exposes refused
 * files. `capabilities` is `undefined` before the agent is initialized.
 */
export function useAttaching({
  threadId,
  attachments,
  drop,
  capabilities,
}: {
  threadId: string
  attachments: ShallowRef<readonly Attachment[]>
  /** Removes one from the message. */
  drop: (id: string) => void
  capabilities: () => { readonly known: PromptCapabilities } | undefined
}) {
  const { lend, keep, takeBack } = useLending({ threadId, attachments })
  const refused = shallowRef<readonly RefusedFile[]>([])

  async function attach({ files, folders = [] }: Dropped): Promise<void> {
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
      return refuse({ why: refusal(file.name, refusalWords.tooEarly).message, waiting: file })
    await add(() => readAttachment(file, known.known, attaching()))
  }

  async function attachAsLink({ id, waiting }: RefusedFile): Promise<void> {
    dismiss(id)
    if (waiting)
      await add(() => linkAttachment(waiting, attaching()))
  }

  function attaching() {
    return { lend, keep, roomBytes: messageLimitBytes - contentBytes(attachments.value) }
  }

  async function add(make: () => Promise<Attachment>): Promise<void> {
    try {
      const attachment = await make()
      if (attachments.value.length >= maxAttachments) // others were attached meanwhile
        throw refusal(attachment.name, refusalWords.full(maxAttachments))
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

  function refuse(one: Omit<RefusedFile, 'id'>): void {
    refused.value = [...refused.value, { ...one, id: crypto.randomUUID() }]
  }

  function dismiss(id: string): void {
    refused.value = refused.value.filter(other => other.id !== id)
  }

  /** Takes back lent files that are not sent. */
  function remove(id: string): void {
    takeBack(id)
    drop(id)
  }

  function onPaste(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])]
    // Office programs add a picture of copied text; prefer the text.
    const isPictureOfText = files.length === 1 && files[0]?.name === 'image.png' && event.clipboardData?.getData('text/plain').trim() !== ''
    if (files.length === 0 || isPictureOfText)
      return
    event.preventDefault()
    attach({ files }).catch(report)
  }

  return { refused, attach, attachAsLink, retry, dismiss, remove, onPaste }
}

function contentBytes(attachments: readonly Attachment[]): number {
  return attachments.reduce((sum, { content, size }) => sum + (content.type === 'resource_link' ? 0 : size), 0)
}
