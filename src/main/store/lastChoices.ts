import type { StoreDatabase } from './database'
import { asStorageError } from './storageError'

/** More than the window has names for; each thread may add one. */
const maxChoices = 500

/**
 * What the person chose last in the window and how it stood, by name. The oldest are dropped when there are too many.
 */
export class LastChoices {
  readonly #database: StoreDatabase

  constructor(database: StoreDatabase) {
    this.#database = database
  }

  read(): Record<string, string> {
    return storing(() => {
      const rows = this.#database.sql.prepare<[], { name: string, text: string }>('SELECT name, text FROM last_choices').all()
      return Object.fromEntries(rows.map(({ name, text }) => [name, text]))
    })
  }

  /** An empty text counts as none. */
  save(name: string, text: string): void {
    const { sql } = this.#database
    storing(sql.transaction(() => {
      sql.prepare('DELETE FROM last_choices WHERE name = ?').run(name)
      if (text === '')
        return
      sql.prepare('INSERT INTO last_choices (name, text, at) SELECT ?, ?, coalesce(max(at), 0) + 1 FROM last_choices').run(name, text)
      const oldest = 'SELECT name FROM last_choices ORDER BY at DESC LIMIT -1 OFFSET ?'
      sql.prepare(`DELETE FROM last_choices WHERE name IN (${oldest})`).run(maxChoices)
    }))
  }
}

function storing<T>(work: () => T): T {
  try {
    return work()
  }
  catch (error) {
    throw asStorageError(error)
  }
}
