import type { Report } from '../system/report'
import type { Subscribers } from './subscribers'
import { join } from 'node:path'
import { openDatabase } from '../store/database'
import { PendingWrites } from '../store/pendingWrites'
import { Housekeeping } from '../store/recovery/housekeeping'
import { ThreadStore } from '../store/threadStore'

/** The stored threads, with all that looks after them. */
export interface Storage {
  readonly store: ThreadStore
  readonly writes: PendingWrites
  /** What the window must tell of it. */
  readonly problems: readonly string[]
  /** What is deleted goes from the copies too, and its room back to the disk. */
  sweep(): void
  dispose(): Promise<void>
}

/** Opens what is kept in `dataFolder`. Throws a `HostError` when it cannot be used. */
export function openStorage({
  dataFolder,
  subscribers,
  holdAgents,
  report,
}: {
  dataFolder: string
  subscribers: Subscribers
  holdAgents: () => () => void
  report: Report
}): Storage {
  const database = openDatabase(join(dataFolder, 'parley.db'))
  const problems = database.problem === undefined ? [] : [database.problem]
  const writes = new PendingWrites({ onTrouble: words => subscribers.tellAll('storageTrouble', { words }), holdAgents, report })
  const housekeeping = new Housekeeping({
    database,
    report,
    onProblem: (words) => {
      if (problems.includes(words))
        return
      problems.push(words)
      subscribers.tellAll('storageProblems', [...problems])
    },
  })
  return {
    store: new ThreadStore(database),
    writes,
    problems,
    sweep: () => void housekeeping.run(),
    dispose: async () => {
      writes.dispose()
      await housekeeping.dispose()
      database.close()
    },
  }
}
