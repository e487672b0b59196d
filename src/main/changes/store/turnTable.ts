import type Database from 'better-sqlite3'

/** A turn between two marks. Its versions are those after `first` up to `last`. */
export interface StoredTurn {
  readonly threadId: string
  readonly promptId: string
  readonly first: number
  /** Absent while the turn runs, or if Parley exited during it. */
  readonly last?: number
  readonly at: number
  /** What was not recorded, as shown to the person. */
  readonly gap?: string
}

interface TurnRow extends Pick<StoredTurn, 'first' | 'at'> {
  readonly thread: string
  readonly prompt: string
  readonly last: number | null
  readonly gap: string | null
}

const columns = 'thread, prompt, first, last, at, gap'

/** The agents' turns in the folder. */
export class TurnTable {
  readonly #sql: Database.Database

  constructor(sql: Database.Database) {
    this.#sql = sql
  }

  /** A turn that has already begun keeps its start mark. */
  begin({ threadId, promptId, first, at, gap }: StoredTurn): void {
    this.#sql.prepare('INSERT OR IGNORE INTO turns (thread, prompt, first, at, gap) VALUES (?, ?, ?, ?, ?)')
      .run(threadId, promptId, first, at, gap ?? null)
  }

  end({ threadId, promptId, last, gap }: Pick<StoredTurn, 'threadId' | 'promptId' | 'gap'> & { last: number }): void {
    this.#sql.prepare('UPDATE turns SET last = ?, gap = coalesce(?, gap) WHERE thread = ? AND prompt = ?')
      .run(last, gap ?? null, threadId, promptId)
  }

  read(threadId: string, promptId: string): StoredTurn | undefined {
    return this.#where('thread = ? AND prompt = ?', threadId, promptId)[0]
  }

  /** A thread's turns, oldest first. */
  of(threadId: string): StoredTurn[] {
    return this.#where('thread = ?', threadId)
  }

  all(): StoredTurn[] {
    return this.#where('TRUE')
  }

  /** Turns that are running, or were when Parley exited. */
  open(): StoredTurn[] {
    return this.#where('last IS NULL')
  }

  /** Removes a turn that never began or can no longer be restored. */
  remove(threadId: string, promptId: string): void {
    this.#sql.prepare('DELETE FROM turns WHERE thread = ? AND prompt = ?').run(threadId, promptId)
  }

  #where(condition: string, ...values: string[]): StoredTurn[] {
    const words = `SELECT ${columns} FROM turns WHERE ${condition} ORDER BY first, at, rowid`
    return this.#sql.prepare<string[], TurnRow>(words).all(...values).map(toTurn)
  }
}

function toTurn({ thread, prompt, last, gap, ...row }: TurnRow): StoredTurn {
  return { ...row, threadId: thread, promptId: prompt, ...last !== null && { last }, ...gap !== null && { gap } }
}
