import type Database from 'better-sqlite3'
import type { TrustedCommand } from '../../../shared/thread/trustedCommand'
import { commitDurably } from '../durably'

/** A stored trusted command. If Parley ships or has installed it, all versions are trusted. */
export interface StoredTrust extends TrustedCommand {
  /** Shipped or installed by Parley. */
  readonly isInstalledByParley?: boolean
}

/** An agent and its folder. */
export interface TrustScope {
  readonly agentId: string
  readonly folder: string
}

/** The last trusted command for each agent and folder. They are the person's decisions, so they are stored durably. */
export class TrustedCommandTable {
  readonly #sql: Database.Database
  readonly #save: Database.Statement<[string, string, string]>
  readonly #read: Database.Statement<[string, string], string>

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#save = sql.prepare(`
      INSERT INTO trusted_commands (agent_id, folder, command) VALUES (?, ?, ?)
      ON CONFLICT (agent_id, folder) DO UPDATE SET command = excluded.command`)
    this.#read = sql.prepare<[string, string], string>('SELECT command FROM trusted_commands WHERE agent_id = ? AND folder = ?').pluck()
  }

  save({ agentId, folder }: TrustScope, command: StoredTrust): void {
    commitDurably(this.#sql, () => this.#save.run(agentId, folder, JSON.stringify(command)))
  }

  read({ agentId, folder }: TrustScope): StoredTrust | undefined {
    const command = this.#read.get(agentId, folder)
    // Written by `save`.
    return command === undefined ? undefined : toStoredTrust(JSON.parse(command) as StoredTrust & { isOurs?: boolean })
  }
}

/** Converts a stored command. Up to version 0.1, the mark had another name. */
function toStoredTrust({ isOurs, ...command }: StoredTrust & { isOurs?: boolean }): StoredTrust {
  return isOurs ? { ...command, isInstalledByParley: true } : command
}
