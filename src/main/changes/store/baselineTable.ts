import type Database from 'better-sqlite3'

/** The person kept something: the baseline moved from `before` to `state`. */
export interface KeptBaseline {
  readonly threadId: string
  readonly path: string
  /** The folder's last version then. */
  readonly seq: number
  /** As `keyOf` makes them. */
  readonly before: string
  readonly state: string
  readonly operation: number
}

interface BaselineRow extends Omit<KeptBaseline, 'threadId'> {
  readonly thread: string
}

const columns = 'thread, path, seq, before, state, operation'

/** What was kept of each thread's changes. */
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

  /** All of a thread, oldest first. */
  of(threadId: string): KeptBaseline[] {
    const words = `SELECT ${columns} FROM baselines WHERE thread = ? ORDER BY id`
    const rows = this.#sql.prepare<[string], BaselineRow>(words).all(threadId)
    return rows.map(({ thread, ...row }) => ({ threadId: thread, ...row }))
  }

  /** Forgets what that operation kept. */
  take(operation: number): void {
    this.#sql.prepare('DELETE FROM baselines WHERE operation = ?').run(operation)
  }

  /** Forgets what that operation kept of the file. */
  takeFile(operation: number, path: string): void {
    this.#sql.prepare('DELETE FROM baselines WHERE operation = ? AND path = ?').run(operation, path)
  }

  /** Forgets everything kept of the file, inside a transaction. Returns the operations that keep nothing any more. */
  takePath(threadId: string, path: string): number[] {
    const take = this.#sql.prepare<[string, string], number>(
      'DELETE FROM baselines WHERE thread = ? AND path = ? RETURNING operation',
    ).pluck()
    const taken = new Set(take.all(threadId, path))
    this.of(threadId).forEach(({ operation }) => taken.delete(operation))
    return [...taken]
  }

  /** Forgets what was kept of the file up to that number, but for what one operation kept. */
  dropUntil({ threadId, path, seq, but }: Pick<KeptBaseline, 'threadId' | 'path' | 'seq'> & { but?: number | undefined }): void {
    this.#sql.prepare('DELETE FROM baselines WHERE thread = ? AND path = ? AND seq <= ? AND operation <> ?')
      .run(threadId, path, seq, but ?? 0)
  }

  forget(threadId: string): void {
    this.#sql.prepare('DELETE FROM baselines WHERE thread = ?').run(threadId)
  }
}
