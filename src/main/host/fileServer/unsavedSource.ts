import type { Buffers } from '../../buffers/buffers'
import type { Threads } from '../../threads/threads'
import type { UnsavedSource } from './unsavedTools'
import { unsavedReader } from '../../buffers/unsavedReader'

/** What the agent of a thread may read: unsaved files in its folders, but for names that often hold secrets. */
export function unsavedSource(threadId: string, { threads, buffers }: { threads: Threads, buffers: Buffers }): UnsavedSource {
  const reader = unsavedReader(buffers)
  return {
    list: async () => (await reader.unsavedIn(await threads.get(threadId).places())).map(({ path }) => path),
    read: reader.readUnsaved,
  }
}
