import type Database from 'better-sqlite3'

/** A turn between two marks: the versions after `first`, up to `last`, were made while it ran. */
export interface StoredTurn {
  readonly threadId: string
  readonly promptId: string
  readonly first: number
  /** Absent while it runs, or where Parley ended in it. */
  readonly last?: number
  readonly at: number
  /** What of the folder was not recorded, in words. */
  readonly gap?: string
}

interface TurnRow extends Pick<StoredTurn, 'first' | 'at'> {
  readonly thread: string
  readonly prompt: string
  readonly last: number | null
  readonly gap: string | null
}

const columns = 'thread, prompt, first, last, at, gap'

/** The turns that agents took in the folder. */
export class TurnTable {
  readonly #begin: Database.Statement<[string, string, number, number, string | null]>
  readonly #end: Database.Statement<[number, string | null, string, string]>
  readonly #read: Database.Statement<[string, string], TurnRow>
  readonly #of: Database.Statement<[string], TurnRow>
  readonly #all: Database.Statement<[], TurnRow>
  readonly #open: Database.Statement<[], TurnRow>
  readonly #remove: Database.Statement<[string, string]>

  constructor(sql: Database.Database) {
    this.#begin = sql.prepare('INSERT OR IGNORE INTO turns (thread, prompt, first, at, gap) VALUES (?, ?, ?, ?, ?)')
    this.#end = sql.prepare('UPDATE turns SET last = ?, gap = coalesce(?, gap) WHERE thread = ? AND prompt = ?')
    this.#read = sql.prepare(`SELECT ${columns} FROM turns WHERE thread = ? AND prompt = ?`)
    this.#of = sql.prepare(`SELECT ${columns} FROM turns WHERE thread = ? ORDER BY first, at, rowid`)
    this.#all = sql.prepare(`SELECT ${columns} FROM turns ORDER BY first, at, rowid`)
    this.#open = sql.prepare(`SELECT ${columns} FROM turns WHERE last IS NULL ORDER BY first, at, rowid`)
    this.#remove = sql.prepare('DELETE FROM turns WHERE thread = ? AND prompt = ?')
  }

  /** A turn that has begun already goes on from its first mark. */
  begin(turn: StoredTurn): void {
    this.#begin.run(turn.threadId, turn.promptId, turn.first, turn.at, turn.gap ?? null)
  }

  end({ threadId, promptId, last, gap }: Pick<StoredTurn, 'threadId' | 'promptId' | 'gap'> & { last: number }): void {
    this.#end.run(last, gap ?? null, threadId, promptId)
  }

  read(threadId: string, promptId: string): StoredTurn | undefined {
    const row = this.#read.get(threadId, promptId)
    return row && asTurn(row)
  }

  /** A thread's turns, oldest first. */
  of(threadId: string): StoredTurn[] {
    return this.#of.all(threadId).map(asTurn)
  }

  all(): StoredTurn[] {
    return this.#all.all().map(asTurn)
  }

  /** Those that run, or did when Parley ended. */
  open(): StoredTurn[] {
    return this.#open.all().map(asTurn)
  }

  /** It never began, or its files can no longer be restored. */
  remove(threadId: string, promptId: string): void {
    this.#remove.run(threadId, promptId)
  }
}

function asTurn({ thread, prompt, last, gap, ...row }: TurnRow): StoredTurn {
  return { ...row, threadId: thread, promptId: prompt, ...last !== null && { last }, ...gap !== null && { gap } }
}
