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
  readonly #add: Database.Statement<[BaselineRow]>
  readonly #of: Database.Statement<[string], BaselineRow>
  readonly #take: Database.Statement<[number]>
  readonly #takeFile: Database.Statement<[number, string]>
  readonly #takePath: Database.Statement<[string, string], number>
  readonly #dropUntil: Database.Statement<[string, string, number, number]>
  readonly #forget: Database.Statement<[string]>

  constructor(sql: Database.Database) {
    this.#add = sql.prepare(`INSERT INTO baselines (${columns}) VALUES (@thread, @path, @seq, @before, @state, @operation)`)
    this.#of = sql.prepare(`SELECT ${columns} FROM baselines WHERE thread = ? ORDER BY id`)
    this.#take = sql.prepare('DELETE FROM baselines WHERE operation = ?')
    this.#takeFile = sql.prepare('DELETE FROM baselines WHERE operation = ? AND path = ?')
    this.#takePath = sql.prepare<[string, string], number>(
      'DELETE FROM baselines WHERE thread = ? AND path = ? RETURNING operation',
    ).pluck()
    this.#dropUntil = sql.prepare('DELETE FROM baselines WHERE thread = ? AND path = ? AND seq <= ? AND operation <> ?')
    this.#forget = sql.prepare('DELETE FROM baselines WHERE thread = ?')
  }

  add({ threadId, ...baseline }: KeptBaseline): void {
    this.#add.run({ thread: threadId, ...baseline })
  }

  /** All of a thread, oldest first. */
  of(threadId: string): KeptBaseline[] {
    return this.#of.all(threadId).map(({ thread, ...row }) => ({ threadId: thread, ...row }))
  }

  /** Forgets what that operation kept. */
  take(operation: number): void {
    this.#take.run(operation)
  }

  /** Forgets what that operation kept of the file. */
  takeFile(operation: number, path: string): void {
    this.#takeFile.run(operation, path)
  }

  /** Forgets everything kept of the file, inside a transaction. Returns the operations that keep nothing any more. */
  takePath(threadId: string, path: string): number[] {
    const taken = new Set(this.#takePath.all(threadId, path))
    this.of(threadId).forEach(({ operation }) => taken.delete(operation))
    return [...taken]
  }

  /** Forgets what was kept of the file up to that number, but for what one operation kept. */
  dropUntil({ threadId, path, seq, but }: Pick<KeptBaseline, 'threadId' | 'path' | 'seq'> & { but?: number | undefined }): void {
    this.#dropUntil.run(threadId, path, seq, but ?? 0)
  }

  forget(threadId: string): void {
    this.#forget.run(threadId)
  }
}
