import type { HostHandlers } from '../../../shared/contract/contract'
import type { bufferMethods, OtherFile } from '../../../shared/contract/methods/bufferMethods'
import type { BufferPlace } from '../../buffers/buffers'
import type { Threads } from '../../threads/threads'
import type { HandlerServices } from '../handlerServices'
import type { Subscriber } from '../subscribers'
import { stat } from 'node:fs/promises'
import { HostError } from '../../../shared/errors'
import { asHostError } from '../../buffers/asHostError'
import { getFileStamp, readDiskText } from '../../buffers/disk'
import { resolveWrittenPath } from '../../threads/mentions/threadPlaces'
import { createOutsideError } from '../../workspace/fileErrors'
import { isProtected, secretNotShown } from '../../workspace/protectedNames'

/** Handlers for open files. Each call checks that the file is in the thread's folders. */
export function createBufferHandlers(
  { threads, buffers }: HandlerServices,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof bufferMethods> {
  const find = async (asked: { threadId: string, path: string }): Promise<EditedPlace> => {
    const place = await resolveEditedPlace(asked, threads)
    if (place.isSecret)
      throw new HostError('unsupported', secretNotShown)
    return place
  }
  return {
    openBuffer: async (asked) => {
      const place = await resolveEditedPlace(asked, threads)
      return place.isSecret ? describeSecretFile(place) : buffers.open(place, subscriber)
    },
    closeBuffer: async (asked) => {
      // Closes by the path that `openBuffer` returned, because the thread or file may be deleted.
      if (!buffers.close(asked.path, subscriber))
        buffers.close((await resolveEditedPlace(asked, threads)).realPath, subscriber)
    },
    updateBuffer: async ({ version, updates, ...asked }) => {
      const place = await find(asked)
      return { isAccepted: buffers.edited(place, subscriber).update(version, updates) }
    },
    mergeIntoBuffer: async ({ base, changes, ...asked }) => buffers.merge(await find(asked), subscriber, base, changes),
    saveBuffer: async ({ over, ...asked }) => {
      const place = await find(asked)
      const { review } = threads.get(asked.threadId)
      return buffers.save(place, over, async work => review.recordSave(place.realPath, work))
    },
    settleBuffer: async ({ choice, key, ...asked }) => buffers.settle(await find(asked), choice, key),
    readDisk: async asked => readDiskText((await find(asked)).realPath),
    unsavedFiles: () => [...buffers.unsaved],
  }
}

async function describeSecretFile({ realPath }: EditedPlace): Promise<OtherFile> {
  const status = await stat(realPath).catch((error: unknown) => {
    throw asHostError(error, realPath)
  })
  return { kind: 'other', path: realPath, size: status.size, reason: secretNotShown, stamp: getFileStamp(status).key }
}

/** A file to edit in a thread. */
interface EditedPlace extends BufferPlace {
  /** The name suggests secrets. */
  readonly isSecret: boolean
}

/** Resolves the file through the guard. Throws for paths outside the thread's folders. */
async function resolveEditedPlace(
  { threadId, path }: { threadId: string, path: string },
  threads: Threads,
): Promise<EditedPlace> {
  const places = await threads.get(threadId).places()
  const location = await places.workspace.locate(resolveWrittenPath(path, places))
  if (location.kind !== 'inside')
    throw asHostError(location.kind === 'refused' ? location.error : createOutsideError(), path)
  return {
    threadId,
    realPath: location.realPath,
    isSecret: location.relativePaths.some(name => isProtected(name, 'read')),
  }
}
