import type { StoreDatabase } from '../store/database'
import type { Report } from '../system/report'
import type { Subscribers } from './subscribers'
import { LastChoices } from '../store/lastChoices'
import { PendingWrites } from '../store/pendingWrites'
import { Housekeeping } from '../store/recovery/housekeeping'
import { SearchIndex } from '../store/search/searchIndex'
import { SearchReader } from '../store/search/searchReader'
import { OwnTerminalTable } from '../store/tables/ownTerminalTable'
import { UnsavedFileTable } from '../store/tables/unsavedFileTable'
import { ThreadStore } from '../store/threadStore'

/** The store with its maintenance. */
export interface Storage {
  readonly store: ThreadStore
  readonly writes: PendingWrites
  readonly lastChoices: LastChoices
  readonly search: SearchReader
  /** Unsaved text of open files. */
  readonly unsavedFiles: UnsavedFileTable
  readonly ownTerminals: OwnTerminalTable
  /** Notices about the stored data, for the window. */
  readonly problems: readonly string[]
  /** Adds a notice to the window. */
  tell(words: string): void
  /** Removes deleted threads from search index and backups, and releases their space. */
  sweep(): void
  /** Notes that searchable entries were stored. */
  noteEntries(): void
  dispose(): Promise<void>
}

interface StorageOptions {
  readonly database: StoreDatabase
  readonly subscribers: Subscribers
  /** Pauses reading from all agents until the returned function is called. */
  readonly holdAgents: () => () => void
  readonly report: Report
}

/** Composes the store with its maintenance. Closes the database at the end. */
export function openStorage({ database, subscribers, holdAgents, report }: StorageOptions): Storage {
  const problems = database.problem === undefined ? [] : [database.problem]
  const writes = new PendingWrites({ onTrouble: words => subscribers.emitAll('storageTrouble', { words }), holdAgents, report })
  const tell = (words: string): void => {
    if (problems.includes(words))
      return
    problems.push(words)
    subscribers.emitAll('storageProblems', [...problems])
  }
  const housekeeping = new Housekeeping({ database, report, onProblem: tell })
  const index = new SearchIndex({ database, report })
  return {
    store: new ThreadStore(database),
    writes,
    lastChoices: new LastChoices(database),
    search: new SearchReader(index),
    unsavedFiles: new UnsavedFileTable(database),
    ownTerminals: new OwnTerminalTable(database.sql),
    problems,
    tell,
    noteEntries: () => index.note(),
    sweep: () => {
      index.note()
      housekeeping.run().catch(error => report(error, 'deleting removed threads from the backups'))
    },
    dispose: async () => {
      writes.dispose()
      await index.dispose()
      await housekeeping.dispose()
      database.close()
    },
  }
}
