import type Database from 'better-sqlite3'

/** A keep, which moved the baseline from `before` to `state`. */
export interface KeptBaseline {
  readonly threadId: string
  readonly path: string
  /** The folder's last version at that time. */
  readonly seq: number
  /** State keys. */
  readonly before: string
  readonly state: string
  readonly operation: number
}

interface BaselineRow extends Omit<KeptBaseline, 'threadId'> {
  readonly thread: string
}

const columns = 'thread, path, seq, before, state, operation'

/** The kept baselines of all threads. */
export class BaselineTable {
  readonly #sql: Database.Database

  constructor(sql: Database.Database) {
    this.#sql = sql
  }

  add({ threadId, ...baseline }: KeptBaseline): void {
    this.#sql.prepare<[BaselineRow]>(`
      INSERT INTO baselines (${columns}) VALUES (@thread, @path, @seq, @before, @state, @operation)`)
      .run({ thread: threadId, ...baseline })
  }

  /** All of a thread's, oldest first. */
  of(threadId: string): KeptBaseline[] {
    const words = `SELECT ${columns} FROM baselines WHERE thread = ? ORDER BY id`
    const rows = this.#sql.prepare<[string], BaselineRow>(words).all(threadId)
    return rows.map(({ thread, ...row }) => ({ threadId: thread, ...row }))
  }

  /** Removes what that operation kept. */
  take(operation: number): void {
    this.#sql.prepare('DELETE FROM baselines WHERE operation = ?').run(operation)
  }

  /** Removes what that operation kept of the file. */
  takeFile(operation: number, path: string): void {
    this.#sql.prepare('DELETE FROM baselines WHERE operation = ? AND path = ?').run(operation, path)
  }

  /**
   * Removes all kept baselines of the file, inside a transaction. Returns the operations that keep nothing any more.
   */
  takePath(threadId: string, path: string): number[] {
    const take = this.#sql.prepare<[string, string], number>(
      'DELETE FROM baselines WHERE thread = ? AND path = ? RETURNING operation',
    ).pluck()
    const taken = new Set(take.all(threadId, path))
    this.of(threadId).forEach(({ operation }) => taken.delete(operation))
    return [...taken]
  }

  /** Removes the file's kept baselines up to that version, except those of one operation. */
  dropUntil({ threadId, path, seq, but }: Pick<KeptBaseline, 'threadId' | 'path' | 'seq'> & { but?: number | undefined }): void {
    this.#sql.prepare('DELETE FROM baselines WHERE thread = ? AND path = ? AND seq <= ? AND operation <> ?')
      .run(threadId, path, seq, but ?? 0)
  }

  forget(threadId: string): void {
    this.#sql.prepare('DELETE FROM baselines WHERE thread = ?').run(threadId)
  }
}
