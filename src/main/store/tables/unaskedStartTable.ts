import type Database from 'better-sqlite3'
import type { UnaskedStart } from '../../../shared/thread/heldPrompt'
import type { TrustScope } from './trustedCommandTable'
import { commitDurably } from '../durably'

/**
 * The person's answer about a value with which an agent acts without asking: that it is allowed, or what to set
 * instead.
 */
export interface UnaskedAnswer extends Pick<UnaskedStart, 'configId' | 'value' | 'valueName'> {
  readonly instead?: string | boolean
}

/** The last answers by agent, folder and option. They are the person's decisions, so they are stored durably. */
export class UnaskedStartTable {
  readonly #sql: Database.Database
  readonly #save: Database.Statement<[string, string, string, string]>
  readonly #read: Database.Statement<[string, string, string], string>

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#save = sql.prepare(`
      INSERT INTO unasked_starts (agent_id, folder, config_id, answer) VALUES (?, ?, ?, ?)
      ON CONFLICT (agent_id, folder, config_id) DO UPDATE SET answer = excluded.answer`)
    this.#read = sql
      .prepare<[string, string, string], string>('SELECT answer FROM unasked_starts WHERE agent_id = ? AND folder = ? AND config_id = ?')
      .pluck()
  }

  save({ agentId, folder }: TrustScope, answer: UnaskedAnswer): void {
    commitDurably(this.#sql, () => this.#save.run(agentId, folder, answer.configId ?? '', JSON.stringify(answer)))
  }

  read({ agentId, folder }: TrustScope, configId: string | undefined): UnaskedAnswer | undefined {
    const answer = this.#read.get(agentId, folder, configId ?? '')
    return answer === undefined ? undefined : JSON.parse(answer) as UnaskedAnswer // written by `save` alone
  }
}
