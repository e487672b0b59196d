import type { ThreadStore } from '../store/threadStore'
import type { Report } from '../system/report'
import { ScratchFolders } from '../workspace/scratch/scratchFolders'

/** Opens the scratch folders of a data folder, which may be somewhere else than at the last start. */
export function openScratch({ dataFolder, store, report }: { dataFolder: string, store: ThreadStore, report: Report }): ScratchFolders {
  const scratch = new ScratchFolders(dataFolder)
  const lent = new Set<string>()
  for (const { threadId, folder, scratch: pin } of store.listThreads()) {
    if (!pin)
      continue
    lent.add(pin.name)
    const now = scratch.folderOf(pin)
    if (now !== folder)
      store.updateThread(threadId, { folder: now })
  }
  scratch.sweep(lent).catch(error => report(error, 'clearing away scratch folders'))
  return scratch
}
