import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { create, extract } from 'tar'

/** Where data folders are recorded: Parley's `data`, the threads' folders, and the `agents`, with a link to Node. */
export const recordedAt = '/tmp/parley-recorded'

/** The fixtures: `NAME.tar.gz`, and the transcripts as shown, in the folder `NAME`. */
export const recordings = join(import.meta.dirname, '../../fixtures/data-folders')

/** Files of a running Parley with the ids of its processes, which are other processes on another machine. */
const ofOneRun = /^data\/(?:processes|instance\.)|-shm$/

/** Packs the folder at `recordedAt`. */
export async function pack(archive: string): Promise<void> {
  const filter = (path: string): boolean => !ofOneRun.test(path)
  const names = readdirSync(recordedAt).sort()
  await create({ file: archive, cwd: recordedAt, gzip: { level: 9 }, portable: true, filter }, names)
}

/** Unpacks a fixture into an empty folder, as if it had just been recorded there. */
export async function unpack(archive: string, folder: string): Promise<void> {
  await extract({ file: archive, cwd: folder })
  const to = realpathSync(folder)
  const data = join(to, 'data')
  rmSync(join(to, 'agents/node'))
  symlinkSync(process.execPath, join(to, 'agents/node'))
  for (const name of globSync('{*.json,{exports,demo-agent}/*.json}', { cwd: data }))
    writeFileSync(join(data, name), readFileSync(join(data, name), 'utf8').replaceAll(recordedAt, to))
  for (const name of globSync('parley.db.backup-+([0-9])', { cwd: data }))
    edit(join(data, name), sql => movePaths(sql, to))
  const usedAt = edit(join(data, 'parley.db'), (sql) => {
    movePaths(sql, to)
    return sql.prepare<[], number>('SELECT max(updated_at) FROM threads').pluck().get()!
  })
  for (const name of globSync('changes/*/ledger.db', { cwd: data }))
    edit(join(data, name), sql => moveTimes(sql, Date.now() - usedAt))
  for (const name of globSync(['*', 'data/scratch/*'], { cwd: to })) {
    const ledger = join(data, 'changes', ledgerName(join(recordedAt, name)))
    if (existsSync(ledger))
      renameSync(ledger, join(data, 'changes', ledgerName(join(to, name))))
  }
}

/** Edits a database. Restores the write-ahead log that a killed Parley left beside it. */
function edit<T>(file: string, work: (sql: Database.Database) => T): T {
  const log = `${file}-wal`
  const wasKilled = existsSync(log)
  const sql = new Database(file)
  let left: Buffer | undefined
  try {
    sql.pragma('foreign_keys = OFF') // paths refer to each other
    const result = sql.transaction(() => work(sql))()
    left = wasKilled ? readFileSync(log) : undefined
    return result
  }
  finally {
    sql.close()
    if (left)
      writeFileSync(log, left)
  }
}

/** Replaces paths, except in the search index, which must match the texts from which it was built. */
function movePaths(sql: Database.Database, to: string): void {
  const columns = sql.prepare<[], { table: string, column: string }>(`
    SELECT tables.name AS "table", columns.name AS "column"
    FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
    WHERE columns.type = 'TEXT' AND tables.name NOT LIKE 'sqlite_%'`).all()
  for (const { table, column } of columns) {
    sql.prepare(`UPDATE ${table} SET ${column} = replace(${column}, @from, @to) WHERE instr(${column}, @from)`)
      .run({ from: recordedAt, to })
  }
}

/** Moves times to now, because a ledger deletes decided changes after a month. */
function moveTimes(sql: Database.Database, byMs: number): void {
  for (const table of ['turns', 'versions', 'operations'])
    sql.prepare(`UPDATE ${table} SET at = at + ?`).run(byMs)
  sql.prepare('UPDATE operations SET since = since + ?').run(byMs)
}

/** Returns Parley's name for the ledger of a folder. */
function ledgerName(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 32)
}
