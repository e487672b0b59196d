import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { temporaryFolder } from '../../support/temporaryFolder'

/** A path for a database, in its own folder. */
export function makeDatabasePath(): string {
  return join(temporaryFolder(), 'data', 'parley.db')
}

/** A closed database with `threadCount` threads of 50 events each. */
export function createFilled({ threadCount }: { threadCount: number }): string {
  const file = makeDatabasePath()
  const database = openDatabase(file)
  const store = new ThreadStore(database)
  for (let thread = 0; thread < threadCount; thread++) {
    store.createThread({ threadId: `t${thread}`, title: `Thread ${thread}`, agentId: 'a', agentName: 'A', folder: '/', createdAt: thread })
    store.appendEvents(
      `t${thread}`,
      Array.from({ length: 50 }, (_, index) => ({ seq: index + 1, at: 1, type: 'notice', severity: 'info', title: 'x'.repeat(200) })),
      { durable: false },
    )
  }
  database.close()
  return file
}

/** The names of those that were set aside. */
export function listSetAsideFiles(file: string): string[] {
  return readdirSync(join(file, '..')).filter(name => name.includes('.corrupt-'))
}

/** Fills a page with garbage. */
export function overwrite(file: string, page: number): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xA5, (page - 1) * 4096, page * 4096))
}
