import type Database from 'better-sqlite3'
import type { AgentSettings } from '../../../shared/settings/agentSettings'

/** Modes and options that an agent last offered in any thread. */
export type AgentOptions = NonNullable<AgentSettings['offered']>

/** The last known options of each agent, shown before it has started. */
export class AgentOptionTable {
  readonly #save: Database.Statement<[string, string]>
  readonly #read: Database.Statement<[string], string>

  constructor(sql: Database.Database) {
    this.#save = sql.prepare(
      'INSERT INTO agent_options (agent_id, offered) VALUES (?, ?) ON CONFLICT (agent_id) DO UPDATE SET offered = excluded.offered',
    )
    this.#read = sql.prepare<[string], string>('SELECT offered FROM agent_options WHERE agent_id = ?').pluck()
  }

  save(agentId: string, offered: AgentOptions): void {
    this.#save.run(agentId, JSON.stringify(offered))
  }

  read(agentId: string): AgentOptions | undefined {
    const offered = this.#read.get(agentId)
    return offered === undefined ? undefined : JSON.parse(offered) as AgentOptions // written by `save` alone
  }
}
