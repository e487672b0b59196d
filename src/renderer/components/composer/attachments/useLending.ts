import type { ShallowRef } from 'vue'
import type { Bridge } from '../../../../shared/bridge'
import type { HostClient } from '../../../../shared/contract/contract'
import type { Attachment } from '../../../composables/useDrafts'
import type { KeepFile, LendFile } from './attachments'
import { useHost } from '../../../composables/host/useHost'
import { report } from '../../../report'

/** Lends files to a thread's agent: in place, which only the desktop can, or as copies. */
export function useLending({ threadId, attachments }: { threadId: string, attachments: ShallowRef<readonly Attachment[]> }) {
  const { host } = useHost()

  /** Must be called before an attachment is removed. */
  function takeBack(id: string): void {
    const uri = lentUri(attachments.value.find(attachment => attachment.id === id))
    if (uri !== undefined && !attachments.value.some(other => other.id !== id && lentUri(other) === uri))
      host.takeBackFile({ threadId, uri }).catch(report)
  }

  return { ...lendingTo(host, threadId), takeBack }
}

/** Lends files to a thread's agent. */
export function lendingTo(host: HostClient, threadId: string): { lend: LendFile, keep: KeepFile } {
  const { parley: bridge } = window as { parley?: Bridge<File> } // what the desktop's preload exposes
  return {
    lend: async (file) => {
      const path = bridge?.getPathForFile(file) ?? ''
      return path === '' ? undefined : host.lendFile({ threadId, path })
    },
    keep: file => host.keepAttachment({ threadId, ...file }),
  }
}

/** URI by which the agent may read the attachment. */
export function lentUri(attachment: Attachment | undefined): string | undefined {
  if (!attachment?.lent)
    return undefined
  const { content } = attachment
  if (content.type === 'resource')
    return content.resource.uri
  return content.type === 'resource_link' || content.type === 'image' ? content.uri ?? undefined : undefined
}
