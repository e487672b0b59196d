import type { ThreadEventBody } from '../../../shared/thread/events'
import { constants, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { createPrivateFile } from '../privateFile'
import { isCorruption, isNotOpened } from '../storageError'
import { listCompanions, listCopies } from './copies'

/** Recomputed from the events. */
const derivedTables = ['entries']
/**
 * Tables in which rows are only added, and deleted with their thread. Rows of the damaged file are added to those of
 * the backup.
 */
const growingTables = ['threads', 'events', 'payloads', 'terminals', 'decisions', 'deleted_threads']
/**
 * Restored as a whole or not at all, because some of the permissions could allow more than all of them, and a backup
 * may contain revoked ones.
 */
const permissionTables = ['rules', 'written_rules', 'old_rules', 'old_answers', 'trusted_commands', 'unasked_starts']

const tableNames: Readonly<Record<string, string>> = {
  threads: 'the titles, agents and folders of threads',
  events: 'what was said in threads',
  terminals: 'the output of terminals',
  decisions: 'the decision log',
  drafts: 'messages that were not sent yet',
  unsaved_files: 'unsaved text of open files',
  unsaved_bases: 'unsaved text of open files',
  unsaved_conflicts: 'unsaved text of open files',
  own_terminals: 'your own terminals',
  saved_commands: 'saved commands',
  agent_options: 'what agents offer',
  agent_sign_ins: 'which agents want a sign-in',
  deleted_threads: 'which threads were deleted (one may be back)',
}
const maxNamedThreads = 5

/** A gap in a thread's log, between the times of its neighbours. */
interface Gap {
  readonly threadId: string
  readonly title: string
  /** An unused number in the gap. */
  readonly seq: number
  readonly since: number
  readonly until: number
}

/**
 * Sets a damaged database aside, restores the newest good backup in its place and adds the rows that can still be read.
 * Returns a description of what is missing. The new file is built under another name and renamed at the end, so an
 * interrupted recovery starts over.
 */
export function recoverDatabase(
  file: string,
  { prepare }: { prepare: (sql: Database.Database) => Database.Database },
): string {
  const aside = setAside(file)
  const part = `${file}.recovering`
  const backup = [...listCopies(file, 'backup'), ...listCopies(file, 'before-version')].find(copy =>
    restoreCopy(copy, part),
  )
  if (backup === undefined)
    clear(part)
  const sql = prepare(new Database(part))
  let words: string
  try {
    sql.pragma('foreign_keys = OFF') // a row may be added before the one that it references
    const unread = sql.transaction(() => addRows(aside, sql))()
    const gaps = sql.transaction(() => closeGaps(sql))()
    words = describeLoss(sql, {
      aside,
      restoredMs: backup === undefined ? undefined : statSync(backup).mtimeMs,
      unread,
      gaps,
    })
  }
  finally {
    sql.close()
  }
  renameSync(part, file)
  return words
}

/**
 * Renames a damaged database and its companion files; they are never deleted. Returns the new name. If the file is
 * missing, a recovery was interrupted: returns the file last set aside, if any.
 */
export function setAside(file: string): string | undefined {
  if (!existsSync(file))
    return listCopies(file, 'corrupt')[0]
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  const [newest] = listCopies(file, 'corrupt')
  const number = 1 + Number(/\.corrupt-(\d+)/.exec(newest ?? '')?.[1] ?? 0)
  const aside = `${file}.corrupt-${number}-${time}`
  // The database last, because an interrupted recovery starts over while it exists.
  for (const name of listCompanions(file).reverse()) {
    if (existsSync(name))
      renameSync(name, aside + name.slice(file.length))
  }
  return aside
}

function restoreCopy(copy: string, part: string): boolean {
  clear(part)
  copyFileSync(copy, part, constants.COPYFILE_FICLONE)
  try {
    const sql = new Database(part)
    try {
      return sql.pragma('quick_check(1)', { simple: true }) === 'ok'
    }
    finally {
      sql.close()
    }
  }
  catch (error) {
    if (!isCorruption(error) && !isNotOpened(error))
      throw error
    return false
  }
}

function clear(part: string): void {
  listCompanions(part).forEach(name => rmSync(name, { force: true }))
  createPrivateFile(part)
}

/** Adds rows that a plain `SELECT` reads from the damaged file. Returns the tables that couldn't be read completely. */
function addRows(damaged: string | undefined, into: Database.Database): readonly string[] {
  const all = into.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\' AND name NOT LIKE \'sqlite_%\'')
    .pluck()
    .all()
  const tables = (all as string[]).filter(table => !derivedTables.includes(table)) // a name is text
  // Reads a copy, because opening and closing a database can change it.
  const folder = mkdtempSync(join(dirname(into.name), 'recovering-'))
  let source: Database.Database | undefined
  try {
    const copy = join(folder, 'copy.db')
    for (const companion of ['', '-wal', '-journal']) {
      if (damaged !== undefined && existsSync(damaged + companion))
        copyFileSync(damaged + companion, copy + companion, constants.COPYFILE_FICLONE)
    }
    source = new Database(copy)
    const unread = tables.filter(table => !addTable(table, { source: source!, into }))
    if (unread.some(table => permissionTables.includes(table)))
      permissionTables.forEach(table => into.exec(`DELETE FROM ${table}`))
    return unread
  }
  finally {
    source?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Adds a table's rows. Returns whether all of them could be read. If not, adds the rows around the damage: from the
 * front, from the back, and by thread.
 */
function addTable(table: string, { source, into }: { source: Database.Database, into: Database.Database }): boolean {
  const known = listColumns(source, table)
  const columns = listColumns(into, table).filter(column => known.includes(column))
  if (columns.length === 0)
    return false
  const insert = into.prepare(`INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  const key = into.prepare('SELECT wr FROM pragma_table_list WHERE schema = \'main\' AND name = ?')
    .pluck()
    .get(table) === 0
    ? ['rowid']
    : into.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck().all(table) as string[] // a name is text
  let isWhole = true
  const add = (row: unknown[]): void => {
    try {
      insert.run(...row)
    }
    catch (error) {
      if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CONSTRAINT'))
        throw error
      isWhole = false // not a row of this table, but a result of the damage
    }
  }
  const read = (direction: 'ASC' | 'DESC', take: (row: unknown[]) => void, threadId?: string): void => {
    const order = key.map(column => `${column} ${direction}`).join(', ')
    // A table can be intact even if one of its indexes is damaged.
    const from = threadId === undefined ? `${table} NOT INDEXED` : `${table} WHERE thread_id = ?`
    const rows = source.prepare(`SELECT ${columns.join(', ')} FROM ${from} ORDER BY ${order}`).raw()
    try {
      for (const row of rows.iterate(...threadId === undefined ? [] : [threadId]))
        take(row as unknown[]) // `raw` gives rows as arrays
    }
    catch (error) {
      if (!isCorruption(error))
        throw error
      isWhole = false
    }
  }
  if (growingTables.includes(table)) {
    read('ASC', add)
  }
  else {
    // Only a complete table shows which rows were deleted.
    const found: unknown[][] = []
    read('ASC', row => found.push(row))
    if (isWhole)
      into.exec(`DELETE FROM ${table}`)
    found.forEach(add)
  }
  if (isWhole)
    return true
  read('DESC', add)
  const threadIds = columns.includes('thread_id')
    ? into.prepare('SELECT thread_id FROM threads').pluck().all() as string[]
    : []
  for (const threadId of threadIds) { // rows between two damaged pages
    read('ASC', add, threadId)
    read('DESC', add, threadId)
  }
  return false
}

function listColumns(sql: Database.Database, table: string): string[] {
  try {
    return sql.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[] // a name is text
  }
  catch (error) {
    if (!isCorruption(error))
      throw error
    return [] // the file's schema is damaged
  }
}

/**
 * Makes the logs consistent: every event has a thread, numbers are consecutive, and a notice marks where something
 * is missing.
 */
function closeGaps(sql: Database.Database): readonly Gap[] {
  sql.exec(`
    INSERT INTO threads (thread_id, title, title_from, agent_id, agent_name, folder, created_at, updated_at)
      SELECT thread_id, 'Recovered thread', 'prompt', '', 'Unknown agent', '', min(at), max(at) FROM events
      WHERE thread_id NOT IN (SELECT thread_id FROM threads) GROUP BY thread_id;
    DELETE FROM threads WHERE thread_id IN (SELECT thread_id FROM deleted_threads);
    DELETE FROM entries;
  `)
  for (const table of ['events', 'payloads', 'terminals', 'decisions', 'drafts'])
    sql.exec(`DELETE FROM ${table} WHERE thread_id NOT IN (SELECT thread_id FROM threads)`)
  const gaps = sql.prepare(`
    WITH neighbours AS (
      SELECT thread_id, seq, at, lag(seq, 1, 0) OVER log AS before, lag(at) OVER log AS since
      FROM events WINDOW log AS (PARTITION BY thread_id ORDER BY seq)
    ),
    ends AS (
      SELECT threads.thread_id, coalesce(max(seq), 0) AS seq, max(at) AS at
      FROM threads LEFT JOIN events USING (thread_id) GROUP BY threads.thread_id
    ),
    gaps AS (
      SELECT thread_id, before + 1 AS seq, since, at AS until FROM neighbours WHERE seq > before + 1
      UNION ALL
      SELECT thread_id, ends.seq + 1, ends.at, updated_at FROM threads JOIN ends USING (thread_id) WHERE last_seq > ends.seq
      UNION ALL
      SELECT events.thread_id, ends.seq + 1, events.at, events.at
      FROM events JOIN ends USING (thread_id), json_each(iif(json_valid(events.payloads), events.payloads, '[]')) AS place
      WHERE NOT EXISTS (
        SELECT 1 FROM payloads WHERE payloads.thread_id = events.thread_id AND hash = json_extract(place.value, '$[0]')
      )
    )
    SELECT gaps.thread_id AS threadId, title, gaps.seq, min(coalesce(since, created_at)) AS since, max(until) AS until
    FROM gaps JOIN threads USING (thread_id) GROUP BY gaps.thread_id, gaps.seq
  `).all() as Gap[] // as the query names them
  const insert = sql.prepare('INSERT INTO events (thread_id, seq, at, body) VALUES (?, ?, ?, ?)')
  for (const { threadId, seq, since, until } of gaps) {
    const notice: ThreadEventBody = {
      type: 'notice',
      severity: 'warning',
      title: 'Part of this thread is lost',
      description: `The database was damaged. What came ${formatSpan(since, until)} could not be recovered.`,
    }
    insert.run(threadId, seq, since, JSON.stringify(notice))
  }
  const numbers = sql.prepare<[string], number>('SELECT seq FROM events WHERE thread_id = ? ORDER BY seq').pluck()
  const renumber = sql.prepare('UPDATE events SET seq = ? WHERE thread_id = ? AND seq = ?')
  for (const threadId of new Set(gaps.map(gap => gap.threadId)))
    numbers.all(threadId).forEach((seq, index) => seq !== index + 1 && renumber.run(index + 1, threadId, seq))
  sql.exec(`
    UPDATE threads SET head = NULL, projected_seq = 0, entry_count = 0, reducer_version = 0,
      last_seq = (SELECT coalesce(max(seq), 0) FROM events WHERE events.thread_id = threads.thread_id)
  `)
  return gaps
}

function describeLoss(
  sql: Database.Database,
  { aside, restoredMs, unread, gaps }: {
    aside: string | undefined
    restoredMs: number | undefined
    unread: readonly string[]
    gaps: readonly Gap[]
  },
): string {
  const threads = sql.prepare('SELECT count(*) FROM threads').pluck().get() as number // a count
  const what = aside === undefined
    ? 'The database was missing'
    : `The database was damaged. It was set aside as "${aside}"`
  const instead = restoredMs === undefined
    ? 'a new one was created'
    : `the backup of ${formatTime(restoredMs)} was restored`
  const words = [`${what}, and ${instead}.`]
  if (threads === 0 && unread.includes('threads') && restoredMs === undefined)
    return `${words[0]} Nothing could be read from the damaged file or a backup.`
  words.push(`${threads} ${threads === 1 ? 'thread was' : 'threads were'} recovered.`)
  if (gaps.length > 0)
    words.push(`Missing: ${formatGap(gaps)}.`)
  const isExact = !unread.includes('threads') // threads store the length of their log, so the gaps are complete
  const partial = [...new Set(unread.flatMap(table =>
    table === 'events' && isExact ? [] : tableNames[table] ?? [],
  ))].join(', ')
  if (partial !== '') {
    words.push(restoredMs === undefined
      ? `Not all could be read of: ${partial}.`
      : `What changed after that backup may be missing of: ${partial}.`)
  }
  if (unread.some(table => permissionTables.includes(table)))
    words.push('Remembered permissions could not be read: Parley will ask again.')
  return words.join(' ')
}

/** Names the first threads, each with the period of its gaps. */
function formatGap(gaps: readonly Gap[]): string {
  const threadIds = [...new Set(gaps.map(({ threadId }) => threadId))]
  const named = threadIds.slice(0, maxNamedThreads).map((id) => {
    const own = gaps.filter(({ threadId }) => threadId === id)
    const span = formatSpan(Math.min(...own.map(({ since }) => since)), Math.max(...own.map(({ until }) => until)))
    return `in "${own[0]!.title}" ${span}`
  })
  const more = threadIds.length - named.length
  return named.join('; ') + (more > 0 ? `; and in ${more} more, as a notice in each says` : '')
}

function formatSpan(since: number, until: number): string {
  const [from, to] = [since, until].map(formatTime)
  return from === to ? `at ${from}` : `between ${from} and ${to}`
}

function formatTime(ms: number): string {
  return new Date(ms).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
