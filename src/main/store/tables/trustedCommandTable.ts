import type Database from 'better-sqlite3'
import type { TrustedCommand } from '../../../shared/thread/trustedCommand'
import { durably } from '../durably'

/** A trusted command as it is stored. One that Parley ships or has installed stays trusted in every version. */
export interface StoredTrust extends TrustedCommand {
  /** Shipped or installed by Parley. */
  readonly isInstalledByParley?: boolean
}

/** An agent, and the folder it works in. */
export interface TrustPlace {
  readonly agentId: string
  readonly folder: string
}

/**
 * The command that the person last trusted for each agent and folder. It is the person's decision, so it is on the disk
 * at once.
 */
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

  save({ agentId, folder }: TrustPlace, command: StoredTrust): void {
    durably(this.#sql, () => this.#save.run(agentId, folder, JSON.stringify(command)))
  }

  read({ agentId, folder }: TrustPlace): StoredTrust | undefined {
    const command = this.#read.get(agentId, folder)
    return command === undefined ? undefined : stored(JSON.parse(command) as StoredTrust & { isOurs?: boolean }) // written by `save` alone
  }
}

/** Up to version 0.1 the mark had another name. */
function stored({ isOurs, ...command }: StoredTrust & { isOurs?: boolean }): StoredTrust {
  return isOurs ? { ...command, isInstalledByParley: true } : command
}
