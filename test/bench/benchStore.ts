import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type StoreDatabase } from '../../src/main/store/database'
import { PendingWrites } from '../../src/main/store/pendingWrites'
import { ThreadStore } from '../../src/main/store/threadStore'

/** Runs `measure` on a store in a real file, which is deleted afterwards. */
export async function withStore<T>(measure: (store: ThreadStore, database: StoreDatabase) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const database = openDatabase(join(folder, 'parley.db'))
  try {
    return await measure(new ThreadStore(database), database)
  }
  finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export function addThread(store: ThreadStore, threadId: string): void {
  store.createThread({ threadId, title: threadId, agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
}

/** Dependencies of a log's writes: any failed write is an error. */
export function atOnce(): { writes: PendingWrites, report: (error: unknown) => never } {
  const report = (error: unknown): never => {
    throw error
  }
  return { writes: new PendingWrites({ onTrouble: () => undefined, holdAgents: () => () => undefined, report }), report }
}
