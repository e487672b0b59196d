import type Database from 'better-sqlite3'
import { durably } from '../durably'

/** A content of a file that the person knows of, or let a command run with. */
export interface AcceptedFile {
  readonly path: string
  readonly hash: string
}

/** The oldest beyond these are forgotten: then the person is asked once more. */
const maxFiles = 20_000

/** The contents of files with which commands may run by rule. */
export class AcceptedFileTable {
  readonly #sql: Database.Database
  readonly #has: Database.Statement<[string, string, number], number>
  readonly #hasSince: Database.Statement<[string, number], number>
  readonly #add: Database.Statement<[string, string, number, number]>
  readonly #forget: Database.Statement<[number]>

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#has = sql
      .prepare<[string, string, number], number>('SELECT 1 FROM accepted_files WHERE path = ? AND hash = ? AND since <= ?')
      .pluck()
    this.#hasSince = sql.prepare<[string, number], number>('SELECT 1 FROM accepted_files WHERE path = ? AND at >= ? LIMIT 1').pluck()
    this.#add = sql.prepare(`
      INSERT INTO accepted_files (path, hash, since, at) VALUES (?, ?, ?, ?)
      ON CONFLICT (path, hash) DO UPDATE SET since = min(since, excluded.since), at = max(at, excluded.at)`)
    this.#forget = sql.prepare(`
      DELETE FROM accepted_files WHERE (path, hash) IN
        (SELECT path, hash FROM accepted_files ORDER BY at DESC LIMIT -1 OFFSET ?)`)
  }

  /** Whether it was accepted for what was allowed at `since`. */
  has({ path, hash }: AcceptedFile, since: number): boolean {
    return this.#has.get(path, hash, Math.floor(since)) !== undefined
  }

  /** Whether any content of this file was accepted at that time or later. */
  hasSince(path: string, at: number): boolean {
    return this.#hasSince.get(path, at) !== undefined
  }

  /** They hold for what was allowed at `since` or later: the person's own answer, which has none, for everything. */
  add(files: readonly AcceptedFile[], { since, at }: { since?: number, at: number }): void {
    const addAll = this.#sql.transaction(() => {
      for (const { path, hash } of files)
        this.#add.run(path, hash, Math.floor(since ?? 0), Math.floor(at))
      this.#forget.run(maxFiles)
    })
    if (since === undefined)
      durably(this.#sql, addAll)
    else
      addAll()
  }
}
