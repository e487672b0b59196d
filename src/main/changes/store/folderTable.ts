import type Database from 'better-sqlite3'

/** Permissions of folders where they differ from the parent's, by relative path. Kept after a folder is deleted. */
export class FolderTable {
  readonly #sql: Database.Database

  constructor(sql: Database.Database) {
    this.#sql = sql
  }

  all(): ReadonlyMap<string, number> {
    return new Map(this.#sql.prepare<[], [string, number]>('SELECT path, mode FROM folders').raw().all())
  }

  mode(path: string): number | undefined {
    return this.#sql.prepare<[string], number>('SELECT mode FROM folders WHERE path = ?').pluck().get(path)
  }

  /** `undefined`: those of the parent. */
  setMode(path: string, mode: number | undefined): void {
    if (mode === undefined)
      this.#sql.prepare('DELETE FROM folders WHERE path = ?').run(path)
    else
      this.#sql.prepare('INSERT OR REPLACE INTO folders (path, mode) VALUES (?, ?)').run(path, mode)
  }
}
