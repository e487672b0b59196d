import type { StoredThread } from '../store/tables/threadTable'
import type { ThreadServices } from './threadServices'
import { realPathOrItself } from '../system/realPathOrItself'

/**
 * Deletes what is kept of a thread that has ended, its scratch folder with it. That is taken out of reach first: once the thread is gone,
 * nothing says any more whose it was.
 */
export async function removeStored(
  { threadId, scratch, ...place }: Pick<StoredThread, 'threadId'> & Partial<StoredThread>,
  services: Pick<ThreadServices, 'store' | 'answers' | 'scratch' | 'attachments' | 'ledgers' | 'writes' | 'report'>,
): Promise<void> {
  const { store, answers, attachments, ledgers, writes, report } = services
  const { folder, additionalFolders = [] } = place
  const recorded = folder === undefined ? [] : [folder, ...additionalFolders].map(realPathOrItself)
  const erase = scratch && await services.scratch.setAside(scratch)
  store.removeThread(threadId)
  answers.forget(threadId)
  writes.forget(threadId) // at once: what waits for the disk would be tried again, for a thread that is gone
  await attachments.removeThread(threadId)
  for (const folder of recorded)
    await ledgers.of(folder).forget({ threadId }).catch(error => report(error, 'deleting what was recorded of a thread\'s changes'))
  await erase?.().catch(error => report(error, 'deleting a scratch folder')) // the next start tries again
}
