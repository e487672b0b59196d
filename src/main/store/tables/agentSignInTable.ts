import type Database from 'better-sqlite3'

/**
 * What an agent refused without a sign-in: opening a session, or only prompts, because some agents open sessions
 * without one.
 */
export type SignInRefusal = 'session' | 'prompt'

/** The agents that required a sign-in when they last ran. */
export class AgentSignInTable {
  readonly #save: Database.Statement<[string, SignInRefusal]>
  readonly #remove: Database.Statement<[string]>
  readonly #list: Database.Statement<[], { agentId: string, refusal: SignInRefusal }>

  constructor(sql: Database.Database) {
    this.#save = sql.prepare(
      'INSERT INTO agent_sign_ins (agent_id, refusal) VALUES (?, ?) ON CONFLICT (agent_id) DO UPDATE SET refusal = excluded.refusal',
    )
    this.#remove = sql.prepare('DELETE FROM agent_sign_ins WHERE agent_id = ?')
    this.#list = sql.prepare('SELECT agent_id AS agentId, refusal FROM agent_sign_ins')
  }

  save(agentId: string, refusal: SignInRefusal): void {
    this.#save.run(agentId, refusal)
  }

  remove(agentId: string): void {
    this.#remove.run(agentId)
  }

  list(): Map<string, SignInRefusal> {
    return new Map(this.#list.all().map(({ agentId, refusal }) => [agentId, refusal]))
  }
}
