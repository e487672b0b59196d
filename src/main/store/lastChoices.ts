import type { StoreDatabase } from './database'
import { convertStorageErrors } from './storageError'

/** Maximum choices kept. Windows use fewer names, but each thread may add one. */
const maxChoices = 500

/**
 * The person's last choices in the window, such as its layout, by name. The oldest are dropped when there are too many.
 */
export class LastChoices {
  readonly #database: StoreDatabase

  constructor(database: StoreDatabase) {
    this.#database = database
  }

  read(): Record<string, string> {
    return convertStorageErrors(() => {
      const rows = this.#database.sql
        .prepare<[], { name: string, text: string }>('SELECT name, text FROM last_choices')
        .all()
      return Object.fromEntries(rows.map(({ name, text }) => [name, text]))
    })
  }

  /** Saves a choice. An empty text removes it. */
  save(name: string, text: string): void {
    const { sql } = this.#database
    convertStorageErrors(sql.transaction(() => {
      sql.prepare('DELETE FROM last_choices WHERE name = ?').run(name)
      if (text === '')
        return
      sql.prepare('INSERT INTO last_choices (name, text, at) SELECT ?, ?, coalesce(max(at), 0) + 1 FROM last_choices')
        .run(name, text)
      const oldest = 'SELECT name FROM last_choices ORDER BY at DESC LIMIT -1 OFFSET ?'
      sql.prepare(`DELETE FROM last_choices WHERE name IN (${oldest})`).run(maxChoices)
    }))
  }
}
