import type { StoreDatabase } from '../store/database'
import type { Report } from '../system/report'
import type { Subscribers } from './subscribers'
import { LastChoices } from '../store/lastChoices'
import { PendingWrites } from '../store/pendingWrites'
import { Housekeeping } from '../store/recovery/housekeeping'
import { SearchIndex } from '../store/search/searchIndex'
import { SearchReader } from '../store/search/searchReader'
import { OwnTerminalTable } from '../store/tables/ownTerminalTable'
import { SavedCommandTable } from '../store/tables/savedCommandTable'
import { UnsavedFileTable } from '../store/tables/unsavedFileTable'
import { ThreadStore } from '../store/threadStore'

/** The store and its maintenance. */
export interface Storage {
  readonly store: ThreadStore
  readonly writes: PendingWrites
  readonly lastChoices: LastChoices
  readonly search: SearchReader
  /** Unsaved text of open files. */
  readonly unsavedFiles: UnsavedFileTable
  readonly ownTerminals: OwnTerminalTable
  readonly savedCommands: SavedCommandTable
  /** Problems with the stored data, as shown in windows. */
  readonly problems: readonly string[]
  /** Shows a problem in all windows. */
  addProblem(words: string): void
  /** Removes deleted threads from the search index and backups, and releases their space. */
  sweep(): void
  /** Called when searchable entries were stored. */
  noteEntries(): void
  dispose(): Promise<void>
}

interface StorageOptions {
  readonly database: StoreDatabase
  readonly subscribers: Subscribers
  /** Pauses all agents' output until the returned function is called. */
  readonly holdAgents: () => () => void
  readonly report: Report
}

/** Composes the store and its maintenance. Its `dispose` closes the database. */
export function openStorage({ database, subscribers, holdAgents, report }: StorageOptions): Storage {
  const problems = database.problem === undefined ? [] : [database.problem]
  const writes = new PendingWrites({
    onTrouble: words => subscribers.emitAll('storageTrouble', { words }),
    holdAgents,
    report,
  })
  const addProblem = (words: string): void => {
    if (problems.includes(words))
      return
    problems.push(words)
    subscribers.emitAll('storageProblems', [...problems])
  }
  const housekeeping = new Housekeeping({ database, report, onProblem: addProblem })
  const index = new SearchIndex({ database, report })
  return {
    store: new ThreadStore(database),
    writes,
    lastChoices: new LastChoices(database),
    search: new SearchReader(index),
    unsavedFiles: new UnsavedFileTable(database),
    ownTerminals: new OwnTerminalTable(database.sql),
    savedCommands: new SavedCommandTable(database.sql),
    problems,
    addProblem,
    noteEntries: () => index.onEntriesChanged(),
    sweep: () => {
      index.onEntriesChanged()
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
