import { createReadStream, createWriteStream, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { hashPayload } from '../tables/payloadTable'
import { listCompanions, listCopies } from './copies'

/** Number of events read at a time: a millisecond or two of work. */
const batchSize = 200
/** Backups kept: the newest ones, made an hour apart, and the last of each earlier day. */
const kept = { newest: 3, days: 3 }

/** `no room` if the disk would be almost full, `damaged` if the copy can't be read. */
type BackupOutcome = 'made' | 'no room' | 'damaged' | 'stopped'

/**
 * Copies the database to a file beside it while it is in use. A copy counts only after verification, so that a damaged
 * one never replaces a good one.
 */
export async function backUp({ sql, file, signal }: {
  sql: Database.Database
  file: string
  signal: AbortSignal
}): Promise<BackupOutcome> {
  const { bavail, bsize } = statfsSync(dirname(file))
  if (bavail * bsize < 2 * statSync(file).size)
    return 'no room'
  const [newest] = listCopies(file, 'backup')
  const number = 1 + Number(/\d+$/.exec(newest ?? '')?.[0] ?? 0)
  const part = `${file}.backup-${number}.part`
  try {
    await copyFile({ sql, file, part, signal })
    if (!await isReadable(part, signal))
      return signal.aborted ? 'stopped' : 'damaged'
    renameSync(part, `${file}.backup-${number}`)
    listOutdated(listCopies(file, 'backup')).forEach(old => rmSync(old))
    return 'made'
  }
  catch (error) {
    if (signal.aborted)
      return 'stopped'
    throw error
  }
  finally {
    listCompanions(part).forEach(name => rmSync(name, { force: true }))
  }
}

function listOutdated(copies: readonly string[]): string[] {
  const older = copies.slice(kept.newest)
  const days = older.map(copy => new Date(statSync(copy).mtimeMs).toDateString())
  const daily = older.filter((_, index) => days.indexOf(days[index]!) === index)
  return older.filter(copy => !daily.slice(0, kept.days).includes(copy))
}

/** Copies the file between two checkpoints, while writes go only to the write-ahead log. */
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
    throw new Error('Another program is reading the database, so no backup could be made')
  const pages = sql.pragma('wal_autocheckpoint', { simple: true }) as number
  sql.pragma('wal_autocheckpoint = 0')
  try {
    await pipeline(createReadStream(file), createWriteStream(part, { mode: 0o600, flush: true }), { signal })
  }
  finally {
    sql.pragma(`wal_autocheckpoint = ${pages}`)
  }
}

/** Merges the write-ahead log into the file. Returns whether all of it was merged. */
function checkpoint(sql: Database.Database): boolean {
  const [{ busy }] = sql.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }] // SQLite documents one row
  return busy === 0
}

/** Whether every thread's log is complete and valid. SQLite's own check would block the host during that time. */
async function isReadable(file: string, signal: AbortSignal): Promise<boolean> {
  const copy = new Database(file)
  try {
    return await areEventsReadable(copy, signal) && await arePayloadsReadable(copy, signal)
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

async function areEventsReadable(copy: Database.Database, signal: AbortSignal): Promise<boolean> {
  const next = copy.prepare(`
    SELECT thread_id AS threadId, seq, json_valid(body) AS isValid FROM events WHERE (thread_id, seq) > (?, ?)
    ORDER BY thread_id, seq LIMIT ${batchSize}`)
  let last = { threadId: '', seq: 0 }
  for (;;) {
    const rows = next.all(last.threadId, last.seq) as { threadId: string, seq: number, isValid: number }[] // as selected
    if (rows.some(({ isValid }) => isValid === 0) || signal.aborted)
      return false
    if (rows.length < batchSize)
      return true
    last = rows.at(-1)!
    await turn()
  }
}

async function arePayloadsReadable(copy: Database.Database, signal: AbortSignal): Promise<boolean> {
  const next = copy.prepare('SELECT rowid AS id, hash, text FROM payloads WHERE rowid > ? ORDER BY rowid LIMIT 1')
  for (let last = 0; ;) {
    const row = next.get(last) as { id: number, hash: string, text: string } | undefined // as selected
    if (row === undefined)
      return true
    if (signal.aborted || hashPayload(row.text) !== row.hash)
      return false
    last = row.id
    await turn()
  }
}
