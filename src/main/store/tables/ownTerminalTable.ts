import type Database from 'better-sqlite3'

/** The part of one of the person's own terminals that survives a restart. */
export interface OwnTerminalRow {
  readonly terminalId: string
  readonly folder: string
  readonly groupId: string
  readonly name: string | undefined
  /** Path of the shell. */
  readonly shell: string
  readonly cwd: string
  /** The end of its output; empty if output is not kept. */
  readonly output: string
}

/** The person's own terminals, in order. */
export class OwnTerminalTable {
  readonly #save: Database.Statement
  readonly #list: Database.Statement<[], Omit<OwnTerminalRow, 'name'> & { name: string | null }>
  readonly #remove: Database.Statement<[string]>
  readonly #removeFolder: Database.Statement<[string]>
  readonly #removeTexts: Database.Statement<[]>

  constructor(sql: Database.Database) {
    this.#save = sql.prepare(`
      INSERT INTO own_terminals (terminal_id, folder, group_id, position, name, shell, cwd, output)
      VALUES (@terminalId, @folder, @groupId, @position, @name, @shell, @cwd, @output)
      ON CONFLICT DO UPDATE SET group_id = excluded.group_id, position = excluded.position, name = excluded.name,
        cwd = excluded.cwd, output = excluded.output`)
    this.#list = sql.prepare(`
      SELECT terminal_id AS terminalId, folder, group_id AS groupId, name, shell, cwd, output
      FROM own_terminals ORDER BY position`)
    this.#removeFolder = sql.prepare('DELETE FROM own_terminals WHERE folder = ?')
    this.#removeTexts = sql.prepare(`UPDATE own_terminals SET output = '' WHERE output <> ''`)
    this.#remove = sql.prepare('DELETE FROM own_terminals WHERE terminal_id = ?')
  }

  save(row: OwnTerminalRow & { readonly position: number }): void {
    this.#save.run({ ...row, name: row.name ?? null })
  }

  list(): OwnTerminalRow[] {
    return this.#list.all().map(row => ({ ...row, name: row.name ?? undefined }))
  }

  removeFolder(folder: string): void {
    this.#removeFolder.run(folder)
  }

  /** Deletes the stored output of all terminals. */
  removeTexts(): void {
    this.#removeTexts.run()
  }

  remove(terminalId: string): void {
    this.#remove.run(terminalId)
  }
}
