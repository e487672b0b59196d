import { join } from 'node:path'
import { openDatabase } from '../../src/main/store/database'
import { ThreadStore } from '../../src/main/store/threadStore'

/** Fills the database of a data folder before Parley starts on it. */
export function storeThreads(dataFolder: string, fill: (store: ThreadStore) => void): void {
  const database = openDatabase(join(dataFolder, 'parley.db'))
  fill(new ThreadStore(database))
  database.close()
}
