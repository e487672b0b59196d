import type Database from 'better-sqlite3'
import type { UnaskedStart } from '../../../shared/thread/heldPrompt'
import type { TrustPlace } from './trustedCommandTable'
import { durably } from '../durably'

/**
 * What the person said of a mode in which an agent acts without asking: that it may begin so, or what it is set to
 * instead.
 */
export interface UnaskedAnswer extends Pick<UnaskedStart, 'configId' | 'value' | 'valueName'> {
  readonly instead?: string | boolean
}

/**
 * The last answer for each option of each agent and folder. It is the person's decision, so it is on the disk at once.
 */
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

  save({ agentId, folder }: TrustPlace, answer: UnaskedAnswer): void {
    durably(this.#sql, () => this.#save.run(agentId, folder, answer.configId ?? '', JSON.stringify(answer)))
  }

  read({ agentId, folder }: TrustPlace, configId: string | undefined): UnaskedAnswer | undefined {
    const answer = this.#read.get(agentId, folder, configId ?? '')
    return answer === undefined ? undefined : JSON.parse(answer) as UnaskedAnswer // written by `save` alone
  }
}
