import type Database from 'better-sqlite3'
import type { ChangedBy } from '../../../shared/changes/change'

/** One change of one file. */
export interface Version {
  /** Increases with every change in the folder. */
  readonly seq: number
  readonly path: string
  /** State keys. */
  readonly before: string
  readonly after: string
  /** As seen by `threadId`, so never `otherThread`. */
  readonly author: ChangedBy
  /** The agent's thread and prompt. A person's change names a thread only if an operation made it. */
  readonly threadId?: string
  readonly promptId?: string
  /** The operation that made it. */
  readonly operation?: number
  readonly at: number
}

/** A change without a number. */
export type NewVersion = Omit<Version, 'seq'>

interface VersionRow extends Omit<Version, 'threadId' | 'promptId' | 'operation'> {
  readonly thread: string | null
  readonly prompt: string | null
  readonly operation: number | null
}

const columns = 'seq, path, before, after, author, thread, prompt, operation, at'
const agents = `author IN ('asked', 'command', 'unannounced')`

/** All changes in the folder, in the order of detection. */
export class VersionTable {
  readonly #sql: Database.Database
  readonly #add: Database.Statement<[Omit<VersionRow, 'seq'>]>
  readonly #ofPath: Database.Statement<[string, number, number], VersionRow>
  readonly #between: Database.Statement<[number, number], VersionRow>
  readonly #pathsOf: Database.Statement<[string, number, number], string>
  readonly #last: Database.Statement<[], number>
  readonly #takeLast: Database.Statement<[Pick<VersionRow, 'path' | 'author' | 'thread' | 'prompt'>], string>
  readonly #learn: Database.Statement<[string, string, string]>

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#add = sql.prepare(`
      INSERT INTO versions (path, before, after, author, thread, prompt, operation, at)
      VALUES (@path, @before, @after, @author, @thread, @prompt, @operation, @at)`)
    this.#ofPath = sql.prepare(`SELECT ${columns} FROM versions WHERE path = ? AND seq > ? AND seq <= ? ORDER BY seq`)
    this.#between = sql.prepare(`SELECT ${columns} FROM versions WHERE seq > ? AND seq <= ? ORDER BY seq`)
    this.#pathsOf = sql.prepare<[string, number, number], string>(
      `SELECT DISTINCT path FROM versions WHERE thread = ? AND ${agents} AND seq > ? AND seq <= ? ORDER BY path`,
    ).pluck()
    // AUTOINCREMENT: numbers are never reused, even of deleted rows.
    this.#last = sql.prepare<[], number>(`SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'versions'), 0)`).pluck()
    this.#takeLast = sql.prepare<[Pick<VersionRow, 'path' | 'author' | 'thread' | 'prompt'>], string>(`
      DELETE FROM versions WHERE seq = (SELECT max(seq) FROM versions WHERE path = @path)
        AND author = @author AND thread IS @thread AND prompt IS @prompt AND operation IS NULL
        AND seq > (SELECT coalesce(max(max(first, coalesce(last, 0))), 0) FROM turns)
        AND seq > (SELECT coalesce(max(seq), 0) FROM baselines)
      RETURNING before`).pluck()
    this.#learn = sql.prepare(`
      UPDATE versions SET after = ? WHERE seq = (SELECT max(seq) FROM versions WHERE path = ?) AND after = ?`)
  }

  /**
   * Extends the path's last version to the new state if it has the same author and turn, and nothing refers to the
   * state in between (no later mark, no decision). Otherwise a log file that is written constantly would create
   * hundreds of versions. Assigns a new number, because earlier lists don't include it. Call inside a transaction.
   */
  extend(version: NewVersion): boolean {
    const { path, author, threadId, promptId } = version
    const before = this.#takeLast.get({ path, author, thread: threadId ?? null, prompt: promptId ?? null })
    if (before === undefined)
      return false
    this.add({ ...version, before })
    return true
  }

  /** Adds a version and returns its number. */
  add({ threadId, promptId, operation, ...version }: NewVersion): number {
    const row = { ...version, thread: threadId ?? null, prompt: promptId ?? null, operation: operation ?? null }
    return Number(this.#add.run(row).lastInsertRowid)
  }

  /** The latest number, which marks the current time. */
  last(): number {
    return this.#last.get() ?? 0
  }

  /** Versions of a path after `first` up to `last`, oldest first. */
  ofPath(path: string, first = 0, last = Number.MAX_SAFE_INTEGER): Version[] {
    return this.#ofPath.all(path, first, last).map(toVersion)
  }

  /** Versions of all paths after `first` up to `last`, oldest first. */
  between(first: number, last = Number.MAX_SAFE_INTEGER): Version[] {
    return this.#between.all(first, last).map(toVersion)
  }

  /** Paths that this thread's agent changed between those marks. */
  changedPaths(threadId: string, first = 0, last = Number.MAX_SAFE_INTEGER): string[] {
    return this.#pathsOf.all(threadId, first, last)
  }

  /** Replaces a state that was not read with the read one. This is not a new change. */
  learn(path: string, unread: string, state: string): void {
    this.#learn.run(state, path, unread)
  }

  /** Attributes the path's last change after `since` to the person if it has that content, whatever its mode. */
  save({ path, content, since }: Pick<Version, 'path'> & { content: string, since: number }): void {
    this.#sql.prepare(`
      UPDATE versions SET author = 'you', thread = NULL, prompt = NULL
      WHERE seq = (SELECT max(seq) FROM versions WHERE path = ?) AND (after = ? OR after LIKE '% ' || ?) AND at >= ?
        AND operation IS NULL`)
      .run(path, content, content, since)
  }

  /** Marks a recent unannounced change of the path as named by the agent. Returns whether there was one. */
  name({ path, before, threadId, promptId, since }: Pick<Version, 'path' | 'before'> & {
    threadId: string
    promptId: string
    since: number
  }): boolean {
    const mark = this.#sql.prepare(`
      UPDATE versions SET author = 'asked'
      WHERE path = ? AND author = 'unannounced' AND before = ? AND thread = ? AND prompt = ? AND at >= ?`)
    return mark.run(path, before, threadId, promptId, since).changes > 0
  }

  /** Changes the author of a path's changes, except those of operations. `from`: the former author. */
  claim({ path, first, last, from, to }: {
    path: string
    first: number
    last: number
    from: { threadId: string, authors: readonly ChangedBy[] }
    to: { author: ChangedBy, threadId?: string, promptId?: string }
  }): void {
    this.#sql.prepare(`
      UPDATE versions SET author = ?, thread = ?, prompt = ?
      WHERE path = ? AND seq > ? AND seq <= ? AND operation IS NULL AND (thread = ? OR thread IS NULL)
        AND author IN (SELECT value FROM json_each(?))`)
      .run(to.author, to.threadId ?? null, to.promptId ?? null, path, first, last, from.threadId, JSON.stringify(from.authors))
  }
}

function toVersion({ thread, prompt, operation, ...row }: VersionRow): Version {
  return {
    ...row,
    ...thread !== null && { threadId: thread },
    ...prompt !== null && { promptId: prompt },
    ...operation !== null && { operation },
  }
}
