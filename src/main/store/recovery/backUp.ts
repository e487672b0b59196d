import { createReadStream, createWriteStream, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { payloadHash } from '../tables/payloadTable'
import { listCopies, withCompanions } from './copies'

/** How many events are read at once: a millisecond or two of work. */
const eventsPerTurn = 200
/** The newest ones, made an hour apart, and of the older ones the last of each day. */
const kept = { newest: 3, days: 3 }

/** The result: `no room` if the disk would be nearly full, `damaged` if the copy cannot be read. */
type BackupOutcome = 'made' | 'no room' | 'damaged' | 'stopped'

/**
 * Copies the open database beside itself while it is in use. The copy is verified before it counts, so that a damaged
 * one never replaces a good one.
 */
export async function backUp({ sql, file, signal }: { sql: Database.Database, file: string, signal: AbortSignal }): Promise<BackupOutcome> {
  const { bavail, bsize } = statfsSync(dirname(file))
  if (bavail * bsize < 2 * statSync(file).size)
    return 'no room'
  const [newest] = listCopies(file, 'backup')
  const number = 1 + Number(/\d+$/.exec(newest ?? '')?.[0] ?? 0)
  const part = `${file}.backup-${number}.part`
  try {
    await copyFile({ sql, file, part, signal })
    if (!await canBeRead(part, signal))
      return signal.aborted ? 'stopped' : 'damaged'
    renameSync(part, `${file}.backup-${number}`)
    outdated(listCopies(file, 'backup')).forEach(old => rmSync(old))
    return 'made'
  }
  catch (error) {
    if (signal.aborted)
      return 'stopped'
    throw error
  }
  finally {
    withCompanions(part).forEach(name => rmSync(name, { force: true }))
  }
}

function outdated(copies: readonly string[]): string[] {
  const older = copies.slice(kept.newest)
  const days = older.map(copy => new Date(statSync(copy).mtimeMs).toDateString())
  const daily = older.filter((_, index) => days.indexOf(days[index]!) === index)
  return older.filter(copy => !daily.slice(0, kept.days).includes(copy))
}

/**
 * Between two checkpoints writes go to the log and the file does not change, so it can be copied while it is in use.
 */
async function copyFile({
  sql,
  file,
  part,
  signal,
}: {
  sql: Database.Database
  file: string
  part: string
  signal: AbortSignal
}): Promise<void> {
  if (!checkpoint(sql))
    throw new Error('Another program is reading the database, so that no backup could be made')
  const pages = sql.pragma('wal_autocheckpoint', { simple: true }) as number
  sql.pragma('wal_autocheckpoint = 0')
  try {
    await pipeline(createReadStream(file), createWriteStream(part, { mode: 0o600, flush: true }), { signal })
  }
  finally {
    sql.pragma(`wal_autocheckpoint = ${pages}`)
  }
}

/** Whether the file now holds the whole write-ahead log. */
function checkpoint(sql: Database.Database): boolean {
  const [{ busy }] = sql.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }] // SQLite documents one row
  return busy === 0
}

/** Whether every log is complete and valid. SQLite's own check would block everything else for as long as it runs. */
async function canBeRead(file: string, signal: AbortSignal): Promise<boolean> {
  const copy = new Database(file)
  try {
    return await eventsCanBeRead(copy, signal) && await payloadsCanBeRead(copy, signal)
  }
  catch (error) {
    if (error instanceof Database.SqliteError)
      return false
    throw error
  }
  finally {
    copy.close()
  }
}

async function eventsCanBeRead(copy: Database.Database, signal: AbortSignal): Promise<boolean> {
  const next = copy.prepare(`
    SELECT thread_id AS threadId, seq, json_valid(body) AS isValid FROM events WHERE (thread_id, seq) > (?, ?)
    ORDER BY thread_id, seq LIMIT ${eventsPerTurn}`)
  let last = { threadId: '', seq: 0 }
  for (;;) {
    const rows = next.all(last.threadId, last.seq) as { threadId: string, seq: number, isValid: number }[] // as the query names them
    if (rows.some(({ isValid }) => isValid === 0) || signal.aborted)
      return false
    if (rows.length < eventsPerTurn)
      return true
    last = rows.at(-1)!
    await turn()
  }
}

async function payloadsCanBeRead(copy: Database.Database, signal: AbortSignal): Promise<boolean> {
  const next = copy.prepare('SELECT rowid AS id, hash, text FROM payloads WHERE rowid > ? ORDER BY rowid LIMIT 1')
  for (let last = 0; ;) {
    const row = next.get(last) as { id: number, hash: string, text: string } | undefined // as the query names them
    if (row === undefined)
      return true
    if (signal.aborted || payloadHash(row.text) !== row.hash)
      return false
    last = row.id
    await turn()
  }
}
