import type Database from 'better-sqlite3'
import type { StoreDatabase } from '../database'
import { convertStorageErrors } from '../storageError'

/** Unsaved text of an open file. */
export interface UnsavedRow {
  readonly path: string
  /** The thread in which it was opened. The text is kept even if that thread is deleted. */
  readonly threadId: string
  /** The file's text on which the changes are based, with its line endings. */
  readonly base: string
  readonly encoding: string
  /** Hash of the base's bytes. */
  readonly hash: string
  /** The changes that turn the base into the text, as JSON. */
  readonly changes: string
  /** Conflicting changes by others, as JSON. */
  readonly conflict?: string | undefined
  /** Total characters. */
  readonly size: number
}

/** A row to save. The base and the conflict can be long, so they are written only if they have changed. */
export interface NewUnsavedRow extends Omit<UnsavedRow, 'base' | 'conflict'> {
  readonly base: () => string
  /** `key` changes with the conflict. */
  readonly conflict?: { readonly key: string, readonly json: () => string }
}

/** An unsaved file without its text. */
export type UnsavedEntry = Pick<UnsavedRow, 'path' | 'threadId' | 'size'>

/** Unsaved text, by the real path of its file. Throws a `HostError` if the disk fails. */
export class UnsavedFileTable {
  readonly #sql: Database.Database

  constructor({ sql }: StoreDatabase) {
    this.#sql = sql
  }

  list(): UnsavedEntry[] {
    return convertStorageErrors(() => this.#sql
      .prepare<[], UnsavedEntry>(`
        SELECT path, thread_id AS threadId, size FROM unsaved_files JOIN unsaved_bases USING (path) ORDER BY path`)
      .all())
  }

  read(path: string): UnsavedRow | undefined {
    const row = convertStorageErrors(() => this.#sql
      .prepare<[string], Omit<UnsavedRow, 'conflict'> & { conflict: string | null }>(`
        SELECT path, thread_id AS threadId, base, encoding, hash, changes, conflict, size
        FROM unsaved_files JOIN unsaved_bases USING (path) LEFT JOIN unsaved_conflicts USING (path) WHERE path = ?`)
      .get(path))
    return row && { ...row, conflict: row.conflict ?? undefined }
  }

  save({ path, threadId, base, encoding, hash, changes, conflict, size }: NewUnsavedRow): void {
    convertStorageErrors(this.#sql.transaction(() => {
      const known = this.#sql.prepare<[string], { hash: string, conflictKey: string | null }>(`
        SELECT hash, key AS conflictKey FROM unsaved_files LEFT JOIN unsaved_conflicts USING (path) WHERE path = ?`).get(path)
      this.#sql.prepare(`
        INSERT INTO unsaved_files (path, thread_id, encoding, hash, changes, size) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET thread_id = excluded.thread_id, encoding = excluded.encoding, hash = excluded.hash,
          changes = excluded.changes, size = excluded.size`)
        .run(path, threadId, encoding, hash, changes, size)
      if (known?.hash !== hash)
        this.#sql.prepare('INSERT OR REPLACE INTO unsaved_bases (path, base) VALUES (?, ?)').run(path, base())
      if (known?.conflictKey !== conflict?.key)
        this.#sql.prepare('DELETE FROM unsaved_conflicts WHERE path = ?').run(path)
      if (conflict && known?.conflictKey !== conflict.key) {
        this.#sql
          .prepare('INSERT INTO unsaved_conflicts (path, key, conflict) VALUES (?, ?, ?)')
          .run(path, conflict.key, conflict.json())
      }
    }))
  }

  remove(path: string): void {
    convertStorageErrors(() => this.#sql.prepare('DELETE FROM unsaved_files WHERE path = ?').run(path))
  }
}
