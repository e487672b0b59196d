import type Database from 'better-sqlite3'

/** The database of a ledger. */
export type LedgerSql = Database.Database

/** How long turns can be restored. */
export interface Retention {
  readonly days: number
  /** Number of turns of a folder. */
  readonly turns: number
}

const agents = `author IN ('asked', 'command', 'unannounced')`

/**
 * Deletes turns beyond the limits, inside a transaction. They can then no longer be restored. Returns whether there
 * were any.
 */
export function deleteOldTurns(sql: Database.Database, { days, turns }: Retention): boolean {
  const since = Date.now() - days * 24 * 3_600_000
  return sql.prepare(`
    DELETE FROM turns WHERE last IS NOT NULL
      AND (at < ? OR rowid NOT IN (SELECT rowid FROM turns ORDER BY first DESC, at DESC, rowid DESC LIMIT ?))`,
  ).run(since, turns).changes > 0
}

/** Deletes the oldest ended turn, with `keepsLast` only if it isn't the last. Returns whether it did. */
export function deleteOldestTurn(sql: Database.Database, { keepsLast }: { keepsLast: boolean }): boolean {
  return sql.prepare(`
    DELETE FROM turns WHERE (SELECT count(*) FROM turns) > ${keepsLast ? 1 : 0}
      AND rowid = (SELECT rowid FROM turns WHERE last IS NOT NULL ORDER BY first, at, rowid LIMIT 1)`).run().changes > 0
}

/** The mark before the oldest remaining turn. */
export function pruneHorizon(sql: Database.Database): number {
  const read = 'SELECT coalesce((SELECT min(first) FROM turns), (SELECT max(seq) FROM versions), 0)'
  return sql.prepare<[], number>(read).pluck().get() ?? 0
}

/** Files that agents changed up to that mark, with their threads. */
export function listFilesChangedUntil(sql: Database.Database, mark: number): { path: string, thread: string }[] {
  return sql.prepare<[number], { path: string, thread: string }>(
    `SELECT DISTINCT path, thread FROM versions WHERE ${agents} AND thread IS NOT NULL AND seq <= ? ORDER BY path`,
  ).all(mark)
}

/**
 * Deletes versions up to the mark: those of the path, or if none is given, those of all files that no agent had
 * changed.
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

/** Deletes kept baselines of files without remaining changes of that thread's agent. */
export function dropBaselinesWithoutChange(sql: Database.Database, mark: number): void {
  sql.prepare(`
    DELETE FROM baselines WHERE seq <= ? AND NOT EXISTS (
      SELECT 1 FROM versions WHERE versions.path = baselines.path AND versions.thread = baselines.thread AND ${agents})`).run(mark)
}

/**
 * Deletes finished decisions before the oldest remaining turn, file by file, if no version or baseline refers to them.
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
 * Deletes a thread's history, inside a transaction. Changes that another thread's review needs are attributed to
 * "outside". Deletes everything with the last thread; returns whether it did.
 */
export function forgetThread(sql: Database.Database, threadId: string): boolean {
  sql.prepare('DELETE FROM turns WHERE thread = ?').run(threadId)
  const isLast = sql.prepare('SELECT 1 FROM turns').get() === undefined
    && sql.prepare('SELECT 1 FROM versions WHERE thread IS NOT NULL AND thread <> ?').get(threadId) === undefined
  if (isLast) {
    for (const table of ['files', 'folders', 'versions', 'baselines', 'steps', 'operations'])
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
