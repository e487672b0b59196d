import type Database from 'better-sqlite3'

/** Commands that the person saved for the terminals of a repository. */
export class SavedCommandTable {
  readonly #save: Database.Statement<[string, string]>
  readonly #list: Database.Statement<[string], { line: string }>
  readonly #remove: Database.Statement<[string, string]>

  constructor(sql: Database.Database) {
    this.#save = sql.prepare('INSERT INTO saved_commands (folder, line) VALUES (?, ?) ON CONFLICT DO NOTHING')
    this.#list = sql.prepare('SELECT line FROM saved_commands WHERE folder = ? ORDER BY line')
    this.#remove = sql.prepare('DELETE FROM saved_commands WHERE folder = ? AND line = ?')
  }

  save(folder: string, line: string): void {
    this.#save.run(folder, line)
  }

  list(folder: string): string[] {
    return this.#list.all(folder).map(({ line }) => line)
  }

  remove(folder: string, line: string): void {
    this.#remove.run(folder, line)
  }
}
