import type Database from 'better-sqlite3'
import type { ChangedBy } from '../../../shared/changes/change'

/** One change of one file. */
export interface Version {
  /** Grows with every change of the folder. */
  readonly seq: number
  readonly path: string
  /** As `keyOf` makes them. */
  readonly before: string
  readonly after: string
  /** As the thread that is named here sees it: never `otherThread`. */
  readonly author: ChangedBy
  /** The agent's thread and prompt; of the person's changes only those made by an operation name a thread. */
  readonly threadId?: string
  readonly promptId?: string
  /** The keep, reject, restore or undo that made it. */
  readonly operation?: number
  readonly at: number
}

/** A change that has no number yet. */
export type NewVersion = Omit<Version, 'seq'>

interface VersionRow extends Omit<Version, 'threadId' | 'promptId' | 'operation'> {
  readonly thread: string | null
  readonly prompt: string | null
  readonly operation: number | null
}

const columns = 'seq, path, before, after, author, thread, prompt, operation, at'
const agents = `author IN ('asked', 'command', 'unannounced')`

/** Every change of the folder, in the order in which they were seen. */
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
    // Also right after the last ones were deleted: numbers are not given twice.
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
   * Makes the path's last version lead to the new state, where the same author made that in the same turn and nothing
   * refers to what was in between: no mark was set since, and nothing decided. A log that is written all the time would
   * leave hundreds of versions. It gets a number of its own: whoever listed the changes before has not seen it. Inside
   * a transaction.
   */
  extend(version: NewVersion): boolean {
    const { path, author, threadId, promptId } = version
    const before = this.#takeLast.get({ path, author, thread: threadId ?? null, prompt: promptId ?? null })
    if (before === undefined)
      return false
    this.add({ ...version, before })
    return true
  }

  /** The number that it got. */
  add({ threadId, promptId, operation, ...version }: NewVersion): number {
    const row = { ...version, thread: threadId ?? null, prompt: promptId ?? null, operation: operation ?? null }
    return Number(this.#add.run(row).lastInsertRowid)
  }

  /** The number of the latest one: a mark of this moment. */
  last(): number {
    return this.#last.get() ?? 0
  }

  /** Of one path, oldest first: those after the first mark, up to the second. */
  ofPath(path: string, first = 0, last = Number.MAX_SAFE_INTEGER): Version[] {
    return this.#ofPath.all(path, first, last).map(asVersion)
  }

  /** Of all paths. */
  between(first: number, last = Number.MAX_SAFE_INTEGER): Version[] {
    return this.#between.all(first, last).map(asVersion)
  }

  /** The paths that this thread's agent changed between those marks. */
  changedPaths(threadId: string, first = 0, last = Number.MAX_SAFE_INTEGER): string[] {
    return this.#pathsOf.all(threadId, first, last)
  }

  /** Fills in what the file's last change led to, which had not been read yet. It is no new change. */
  learn(path: string, unread: string, state: string): void {
    this.#learn.run(state, path, unread)
  }

  /** What was last seen of the path, since then, is what the person wrote: that content, whatever its mode. */
  save({ path, content, since }: Pick<Version, 'path'> & { content: string, since: number }): void {
    this.#sql.prepare(`
      UPDATE versions SET author = 'you', thread = NULL, prompt = NULL
      WHERE seq = (SELECT max(seq) FROM versions WHERE path = ?) AND (after = ? OR after LIKE '% ' || ?) AND at >= ?
        AND operation IS NULL`)
      .run(path, content, content, since)
  }

  /** What the agent made of the path a moment ago, without a word until now, is named by it. */
  name({ path, before, threadId, promptId, since }: Pick<Version, 'path' | 'before'> & {
    threadId: string
    promptId: string
    since: number
  }): void {
    this.#sql.prepare(`
      UPDATE versions SET author = 'asked'
      WHERE path = ? AND author = 'unannounced' AND before = ? AND thread = ? AND prompt = ? AND at >= ?`)
      .run(path, before, threadId, promptId, since)
  }

  /** Whose these changes of a path are, those of operations left as they are. `from`: whose they were. */
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

function asVersion({ thread, prompt, operation, ...row }: VersionRow): Version {
  return {
    ...row,
    ...thread !== null && { threadId: thread },
    ...prompt !== null && { promptId: prompt },
    ...operation !== null && { operation },
  }
}
