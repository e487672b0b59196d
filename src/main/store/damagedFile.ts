import Database from 'better-sqlite3'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The tables that hold what cannot be made again, parents first. Entries are made anew from the events. */
const keptTables = ['threads', 'events', 'terminals', 'rules']

/** Renames a damaged database and its companions; answers its new name. */
export function setAside(file: string): string {
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  const aside = `${file}.corrupt-${time}`
  renameSync(file, aside)
  for (const companion of ['-wal', '-shm']) {
    if (existsSync(file + companion))
      renameSync(file + companion, aside + companion)
  }
  return aside
}

/** Copies what can still be read into a new database, and says in a sentence how much that was. */
export function salvage({ from, into }: { from: string, into: Database.Database }): string {
  // Merely opening and closing a database can change it: read a copy.
  const folder = mkdtempSync(join(dirname(from), 'recovering-'))
  try {
    const copy = join(folder, 'copy.db')
    copyFileSync(from, copy)
    if (existsSync(`${from}-wal`))
      copyFileSync(`${from}-wal`, `${copy}-wal`)
    return salvageCopy(copy, into)
  }
  finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function salvageCopy(copy: string, into: Database.Database): string {
  let damaged: Database.Database | undefined
  try {
    damaged = new Database(copy)
    const source = damaged
    into.pragma('foreign_keys = OFF')
    into.transaction(() => {
      for (const table of keptTables)
        copyTable({ table, source, into })
      mendThreads(into)
    })()
  }
  catch {
    // The header itself cannot be read: the file is kept, which is all that can be done here.
    return 'Nothing could be read from the damaged file.'
  }
  finally {
    into.pragma('foreign_keys = ON')
    damaged?.close()
  }
  const threads = into.prepare('SELECT count(*) FROM threads').pluck().get() as number
  return threads === 0 ? 'Nothing could be read from the damaged file.' : `${threads} ${threads === 1 ? 'thread was' : 'threads were'} recovered as far as possible.`
}

function copyTable({ table, source, into }: { table: string, source: Database.Database, into: Database.Database }): void {
  const known = columnsOf(into, table)
  const columns = columnsOf(source, table).filter(column => known.includes(column))
  if (columns.length === 0)
    return
  const insert = into.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  const key = table === 'rules' ? ['rule_id'] : columnsOf(into, table).slice(0, table === 'threads' ? 1 : 2)
  // Up to the damage from the front, then up to it from the back: the rows between are what is lost.
  for (const direction of ['ASC', 'DESC']) {
    try {
      for (const row of source.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${key.map(column => `${column} ${direction}`).join(', ')}`).raw().iterate())
        insert.run(...row as unknown[])
      return
    }
    catch (error) {
      if (!(error instanceof Database.SqliteError))
        throw error
      // This is the damage. What came before it is copied already.
    }
  }
}

function columnsOf(sql: Database.Database, table: string): string[] {
  try {
    return sql.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
  }
  catch {
    return [] // this table's description is damaged; another's may not be
  }
}

/** Makes the copied rows one sound whole again: every event has a thread, and `seq` has no gaps. */
function mendThreads(sql: Database.Database): void {
  sql.exec(`
    INSERT INTO threads (thread_id, title, title_from, agent_id, agent_name, folder, created_at, updated_at)
      SELECT thread_id, 'Recovered thread', 'prompt', '', 'Unknown agent', '', min(at), max(at) FROM events
      WHERE thread_id NOT IN (SELECT thread_id FROM threads) GROUP BY thread_id;
    DELETE FROM terminals WHERE thread_id NOT IN (SELECT thread_id FROM threads);
  `)
  const renumber = sql.prepare('UPDATE events SET seq = ? WHERE thread_id = ? AND seq = ?')
  const gapped = sql.prepare('SELECT thread_id FROM events GROUP BY thread_id HAVING max(seq) <> count(*)').pluck().all() as string[]
  for (const threadId of gapped) {
    const seqs = sql.prepare('SELECT seq FROM events WHERE thread_id = ? ORDER BY seq').pluck().all(threadId) as number[]
    seqs.forEach((seq, index) => renumber.run(index + 1, threadId, seq))
  }
  sql.exec(`
    UPDATE threads SET head = NULL, projected_seq = 0, entry_count = 0, reducer_version = 0,
      last_seq = (SELECT coalesce(max(seq), 0) FROM events WHERE events.thread_id = threads.thread_id)
  `)
}
