import type Database from 'better-sqlite3'

/** How long the files of a turn can be restored. */
export interface Retention {
  readonly days: number
  /** The latest ones of the folder. */
  readonly turns: number
}

const agents = `author IN ('asked', 'command', 'unannounced')`

/**
 * Ends what turns beyond the limits can be restored to, inside a transaction: their rows go, and the versions that nothing needs then.
 * What an agent changed and nobody has decided on stays reviewable, however old. Whether anything went.
 */
export function endOldTurns(sql: Database.Database, { days, turns }: Retention): boolean {
  const since = Date.now() - days * 24 * 3_600_000
  const { changes } = sql.prepare(`
    DELETE FROM turns WHERE last IS NOT NULL
      AND (at < ? OR rowid NOT IN (SELECT rowid FROM turns ORDER BY first DESC, at DESC, rowid DESC LIMIT ?))`).run(since, turns)
  return changes > 0 && dropOldVersions(sql) > 0
}

/** The oldest turn that has ended; `keepsLast`: only where more than one is left. Whether anything went. */
export function endOldestTurn(sql: Database.Database, { keepsLast }: { keepsLast: boolean }): boolean {
  const { changes } = sql.prepare(`
    DELETE FROM turns WHERE (SELECT count(*) FROM turns) > ${keepsLast ? 1 : 0}
      AND rowid = (SELECT rowid FROM turns WHERE last IS NOT NULL ORDER BY first, at, rowid LIMIT 1)`).run()
  if (changes > 0)
    dropOldVersions(sql)
  return changes > 0
}

/**
 * Versions from before all turns that are left. Of a path that an agent changed, those since its first change that is not decided on are
 * needed to know what is pending: a decision holds the state that it led to.
 */
function dropOldVersions(sql: Database.Database): number {
  return sql.prepare(`
    WITH needed AS (
      SELECT path, min(coalesce(
        (SELECT max(seq) + 1 FROM baselines WHERE baselines.thread = v.thread AND baselines.path = v.path), v.first)) AS first
      FROM (SELECT thread, path, min(seq) AS first FROM versions WHERE ${agents} GROUP BY thread, path) AS v
      GROUP BY path)
    DELETE FROM versions WHERE seq <= coalesce((SELECT min(first) FROM turns), (SELECT max(seq) FROM versions))
      AND seq < coalesce((SELECT first FROM needed WHERE needed.path = versions.path), 9e18)`).run().changes
}

/**
 * A thread was deleted. What it changed counts as done by somebody outside where another thread's review needs it, and is forgotten
 * elsewhere; with the last thread goes everything. Inside a transaction. Whether everything went.
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
