import type { HostHandlers } from '../../../shared/contract/contract'
import type { fileMethods } from '../../../shared/contract/methods/fileMethods'
import type { AttachedFiles } from '../../threads/requests/attachedFiles'
import type { Threads } from '../../threads/threads'
import type { Platform } from '../platform'
import { Buffer } from 'node:buffer'
import { HostError } from '../../../shared/errors'
import { saveFile } from '../saveFile'

/** What `fileHandlers` needs of the host. */
interface FileHandlersOptions {
  readonly platform: Platform
  readonly threads: Threads
  readonly attachments: AttachedFiles
}

/** Answers what is done with files that a person attaches. All fail for a thread that is gone. */
export function fileHandlers({ platform, threads, attachments }: FileHandlersOptions): Pick<HostHandlers, keyof typeof fileMethods> {
  const known = (threadId: string): string => threads.get(threadId).summary.threadId
  return {
    keepAttachment: async ({ threadId, name, data }) => ({
      uri: await attachments.keep(known(threadId), { name, data: Buffer.from(data, 'base64') }),
    }),
    lendFile: ({ threadId, path }) => {
      // A browser does not know where a file lies, so nothing but a page that was tampered with asks for this.
      if (platform.shell !== 'desktop')
        throw new HostError('unsupported', 'Files of this machine can be lent on the desktop only.')
      const { folder, additionalFolders } = threads.get(threadId).summary
      return attachments.lend(threadId, path, [folder, ...additionalFolders])
    },
    takeBackFile: ({ threadId, uri }) => attachments.takeBack(known(threadId), uri),
    saveFile: ({ name, data }) => saveFile(platform, { name, bytes: Buffer.from(data, 'base64') }),
  }
}
