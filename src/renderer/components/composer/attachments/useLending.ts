import type { ShallowRef } from 'vue'
import type { Bridge } from '../../../../shared/bridge'
import type { HostClient } from '../../../../shared/contract/contract'
import type { Attachment } from '../../../composables/useDrafts'
import type { LendCopy, LendInPlace } from './attachments'
import { useHost } from '../../../composables/host/useHost'
import { report } from '../../../report'

/** Gives a thread's agent read access to files: in place, which only the desktop shell can, or as copies. */
export function useLending({ threadId, attachments }: { threadId: string, attachments: ShallowRef<readonly Attachment[]> }) {
  const { host } = useHost()

  /** Revokes access, unless another attachment has the same file. Must be called before an attachment is removed. */
  function revoke(id: string): void {
    const uri = getLentUri(attachments.value.find(attachment => attachment.id === id))
    if (uri !== undefined && !attachments.value.some(other => other.id !== id && getLentUri(other) === uri))
      host.takeBackFile({ threadId, uri }).catch(report)
  }

  return { ...createLending(host, threadId), revoke }
}

/** Creates the functions that give a thread's agent access to files. */
export function createLending(host: HostClient, threadId: string): { lend: LendInPlace, keep: LendCopy } {
  const { parley: bridge } = window as { parley?: Bridge<File> } // exposed by the desktop shell's preload
  return {
    lend: async (file) => {
      const path = bridge?.getPathForFile(file) ?? ''
      return path === '' ? undefined : host.lendFile({ threadId, path })
    },
    keep: file => host.keepAttachment({ threadId, ...file }),
  }
}

/** Returns the URI at which the agent may read the attachment, if any. */
export function getLentUri(attachment: Attachment | undefined): string | undefined {
  if (!attachment?.lent)
    return undefined
  const { content } = attachment
  if (content.type === 'resource')
    return content.resource.uri
  return content.type === 'resource_link' || content.type === 'image' ? content.uri ?? undefined : undefined
}
