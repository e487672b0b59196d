import type { StoredThread } from '../store/tables/threadTable'
import type { ThreadServices } from './threadServices'

/**
 * Deletes what is kept of a thread that has ended, its scratch folder with it. That is taken out of reach first: once the thread is gone,
 * nothing says any more whose it was.
 */
export async function removeStored(
  { threadId, scratch }: Pick<StoredThread, 'threadId' | 'scratch'>,
  services: Pick<ThreadServices, 'store' | 'scratch' | 'attachments' | 'writes' | 'report'>,
): Promise<void> {
  const { store, attachments, writes, report } = services
  const erase = scratch && await services.scratch.setAside(scratch)
  store.removeThread(threadId)
  await attachments.removeThread(threadId)
  writes.forget(threadId)
  await erase?.().catch(error => report(error, 'deleting a scratch folder')) // the next start tries again
}
