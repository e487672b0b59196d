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

  /** A thread's kept baselines, oldest first. */
  of(threadId: string): KeptBaseline[] {
    const words = `SELECT ${columns} FROM baselines WHERE thread = ? ORDER BY id`
    const rows = this.#sql.prepare<[string], BaselineRow>(words).all(threadId)
    return rows.map(({ thread, ...row }) => ({ threadId: thread, ...row }))
  }

  /** Removes all baselines of an operation. */
  removeOperation(operation: number): void {
    this.#sql.prepare('DELETE FROM baselines WHERE operation = ?').run(operation)
  }

  /** Removes an operation's baseline of a file. */
  removeFile(operation: number, path: string): void {
    this.#sql.prepare('DELETE FROM baselines WHERE operation = ? AND path = ?').run(operation, path)
  }

  /** Removes all baselines of a file. Returns operations without remaining baselines. Call inside a transaction. */
  removePath(threadId: string, path: string): number[] {
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
