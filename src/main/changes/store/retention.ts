import type Database from 'better-sqlite3'

/** The database of a ledger. */
export type LedgerSql = Database.Database

/** How long the files of a turn can be restored. */
export interface Retention {
  readonly days: number
  /** The latest ones of the folder. */
  readonly turns: number
}

const agents = `author IN ('asked', 'command', 'unannounced')`

/** Ends turns beyond the limits, inside a transaction: their files can no longer be restored. Whether any went. */
export function endOldTurns(sql: Database.Database, { days, turns }: Retention): boolean {
  const since = Date.now() - days * 24 * 3_600_000
  return sql.prepare(`
    DELETE FROM turns WHERE last IS NOT NULL
      AND (at < ? OR rowid NOT IN (SELECT rowid FROM turns ORDER BY first DESC, at DESC, rowid DESC LIMIT ?))`,
  ).run(since, turns).changes > 0
}

/** The oldest turn that has ended; `keepsLast`: only where more than one is left. Whether it went. */
export function endOldestTurn(sql: Database.Database, { keepsLast }: { keepsLast: boolean }): boolean {
  return sql.prepare(`
    DELETE FROM turns WHERE (SELECT count(*) FROM turns) > ${keepsLast ? 1 : 0}
      AND rowid = (SELECT rowid FROM turns WHERE last IS NOT NULL ORDER BY first, at, rowid LIMIT 1)`).run().changes > 0
}

/** The mark up to which no turn is left. */
export function pruneHorizon(sql: Database.Database): number {
  const read = 'SELECT coalesce((SELECT min(first) FROM turns), (SELECT max(seq) FROM versions), 0)'
  return sql.prepare<[], number>(read).pluck().get() ?? 0
}

/** The files that agents changed up to that mark, with each of these agents' threads. */
export function filesChangedUntil(sql: Database.Database, mark: number): { path: string, thread: string }[] {
  return sql.prepare<[number], { path: string, thread: string }>(
    `SELECT DISTINCT path, thread FROM versions WHERE ${agents} AND thread IS NOT NULL AND seq <= ? ORDER BY path`,
  ).all(mark)
}

/**
 * Versions up to the mark go: those of the path, or without one those of all files that no agent had changed by then.
 */
export function dropVersions(sql: Database.Database, mark: number, path?: string): void {
  if (path !== undefined) {
    sql.prepare('DELETE FROM versions WHERE path = ? AND seq <= ?').run(path, mark)
  }
  else {
    sql.prepare(`
      DELETE FROM versions WHERE seq <= @mark
        AND path NOT IN (SELECT path FROM versions WHERE ${agents} AND thread IS NOT NULL AND seq <= @mark)`).run({ mark })
  }
}

/** What was kept of files of which nothing is left that a thread's agent did. */
export function dropBaselinesWithoutChange(sql: Database.Database, mark: number): void {
  sql.prepare(`
    DELETE FROM baselines WHERE seq <= ? AND NOT EXISTS (
      SELECT 1 FROM versions WHERE versions.path = baselines.path AND versions.thread = baselines.thread AND ${agents})`).run(mark)
}

/**
 * What persons decided before the oldest turn that is left and nothing refers to any more, file by file: neither a
 * version nor a baseline. What is not done to its end stays.
 */
export function dropOldOperations(sql: Database.Database): void {
  const { since } = sql.prepare<[], { since: number }>('SELECT coalesce(min(at), 9e18) AS since FROM turns').get()!
  sql.prepare(`
    DELETE FROM steps WHERE operation IN (SELECT id FROM operations WHERE is_done AND at < ?)
      AND (operation, path) NOT IN (SELECT operation, path FROM versions WHERE operation IS NOT NULL)
      AND (operation, path) NOT IN (SELECT operation, path FROM baselines)`).run(since)
  sql.prepare(`
    DELETE FROM operations WHERE is_done AND at < ? AND id NOT IN (SELECT operation FROM steps)
      AND id NOT IN (SELECT operation FROM versions WHERE operation IS NOT NULL)
      AND id NOT IN (SELECT operation FROM baselines)`).run(since)
}

/**
 * A thread was deleted. What it changed counts as done by someone outside where another thread's review needs it, and
 * is forgotten elsewhere; with the last thread goes everything. Inside a transaction. Whether everything went.
 */
export function forgetThread(sql: Database.Database, threadId: string): boolean {
  sql.prepare('DELETE FROM turns WHERE thread = ?').run(threadId)
  const isLast = sql.prepare('SELECT 1 FROM turns').get() === undefined
    && sql.prepare('SELECT 1 FROM versions WHERE thread IS NOT NULL AND thread <> ?').get(threadId) === undefined
  if (isLast) {
    for (const table of ['files', 'versions', 'baselines', 'steps', 'operations'])
      sql.exec(`DELETE FROM ${table}`)
    return true
  }
  const others = `SELECT path FROM versions WHERE thread IS NOT NULL AND thread <> @threadId AND ${agents}`
  sql.prepare(`
    UPDATE versions SET author = CASE author WHEN 'you' THEN 'you' ELSE 'outside' END, thread = NULL, prompt = NULL, operation = NULL
    WHERE thread = @threadId AND path IN (${others})`).run({ threadId })
  sql.prepare('DELETE FROM versions WHERE thread = @threadId').run({ threadId })
  sql.prepare(`
    DELETE FROM versions WHERE thread IS NULL AND path NOT IN (${others})
      AND NOT EXISTS (SELECT 1 FROM turns WHERE seq > first AND seq <= coalesce(last, seq))`).run({ threadId })
  return false
}
