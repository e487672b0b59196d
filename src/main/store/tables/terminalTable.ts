import type Database from 'better-sqlite3'
import type { TerminalView } from '../../../shared/contract/terminalView'

/** Terminals' last states and output, for cards that outlive the process and the app. */
export class TerminalTable {
  readonly #save: Database.Statement<[string, string, string, string]>
  readonly #read: Database.Statement<[string, string], { view: string, output: string }>

  constructor(sql: Database.Database) {
    this.#save = sql.prepare(`
      INSERT INTO terminals (thread_id, terminal_id, view, output) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET view = excluded.view, output = excluded.output`)
    this.#read = sql.prepare('SELECT view, output FROM terminals WHERE thread_id = ? AND terminal_id = ?')
  }

  save(threadId: string, { output, ...view }: TerminalView): void {
    this.#save.run(threadId, view.terminalId, JSON.stringify(view), output)
  }

  read(threadId: string, terminalId: string): TerminalView | undefined {
    const row = this.#read.get(threadId, terminalId)
    return row && { ...JSON.parse(row.view) as Omit<TerminalView, 'output'>, output: row.output } // `save` wrote it
  }
}
