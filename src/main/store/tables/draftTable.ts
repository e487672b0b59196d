import type Database from 'better-sqlite3'
import type { DraftChange, SavedDraft } from '../../../shared/contract/methods/turnMethods'

/** Unsent messages by thread, deleted with it. */
export class DraftTable {
  readonly #saveText: Database.Statement<[string, string]>
  readonly #saveAttachments: Database.Statement<[string, string]>
  readonly #saveComments: Database.Statement<[string, string]>
  readonly #removeEmpty: Database.Statement<[string]>
  readonly #read: Database.Statement<[string], { text: string, attachments: string, comments: string }>
  readonly #sql: Database.Database

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#saveText = sql.prepare('INSERT INTO drafts (thread_id, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text')
    this.#saveAttachments = sql.prepare(
      'INSERT INTO drafts (thread_id, attachments) VALUES (?, ?) ON CONFLICT DO UPDATE SET attachments = excluded.attachments',
    )
    this.#saveComments = sql.prepare(
      'INSERT INTO drafts (thread_id, comments) VALUES (?, ?) ON CONFLICT DO UPDATE SET comments = excluded.comments',
    )
    this.#removeEmpty = sql.prepare(`DELETE FROM drafts WHERE thread_id = ? AND text = '' AND attachments = '[]' AND comments = '[]'`)
    this.#read = sql.prepare('SELECT text, attachments, comments FROM drafts WHERE thread_id = ?')
  }

  /** Saves a draft. An empty one is removed. */
  save(threadId: string, { text, attachments, comments }: DraftChange): void {
    this.#sql.transaction(() => {
      if (text !== undefined)
        this.#saveText.run(threadId, text)
      if (attachments !== undefined)
        this.#saveAttachments.run(threadId, JSON.stringify(attachments))
      if (comments !== undefined)
        this.#saveComments.run(threadId, JSON.stringify(comments))
      this.#removeEmpty.run(threadId)
    })()
  }

  read(threadId: string): SavedDraft | undefined {
    const row = this.#read.get(threadId)
    return row && {
      text: row.text,
      // written by `save`
      attachments: JSON.parse(row.attachments) as SavedDraft['attachments'],
      comments: JSON.parse(row.comments) as SavedDraft['comments'],
    }
  }
}
