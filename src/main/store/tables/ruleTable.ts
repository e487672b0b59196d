import type Database from 'better-sqlite3'
import { commitDurably } from '../durably'

/** A remembered "Always allow in this folder": one exact command or path, for one agent in one folder. */
export interface PermissionRule {
  readonly folder: string
  readonly agentId: string
  readonly kind: 'command' | 'path'
  /** The command line, or the path. */
  readonly subject: string
  /** The allowed access to a path. */
  readonly access?: 'read' | 'write' | 'cwd'
  readonly createdAt: number
}

export type StoredRule = PermissionRule & { readonly ruleId: number }

interface RuleRow {
  rule_id: number
  folder: string
  agent_id: string
  kind: PermissionRule['kind']
  subject: string
  access: NonNullable<PermissionRule['access']> | ''
  created_at: number
}

/** Remembered answers to Parley's own questions. They are the person's decisions, so they are stored durably. */
export class RuleTable {
  readonly #sql: Database.Database
  readonly #save: Database.Statement<[string, string, string, string, string, number]>
  readonly #find: Database.Statement<[string, string, string, string, string], RuleRow>
  readonly #list: Database.Statement<[], RuleRow>
  readonly #remove: Database.Statement<[number]>
  readonly #told: Database.Statement<[number]>

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#save = sql.prepare(
      'INSERT INTO rules (folder, agent_id, kind, subject, access, created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    this.#find = sql.prepare('SELECT * FROM rules WHERE folder = ? AND agent_id = ? AND kind = ? AND subject = ? AND access = ?')
    this.#list = sql.prepare('SELECT * FROM rules ORDER BY folder, rule_id')
    this.#remove = sql.prepare('DELETE FROM rules WHERE rule_id = ?')
    this.#told = sql.prepare('DELETE FROM old_answers WHERE rule_id = ?')
  }

  save({ folder, agentId, kind, subject, access, createdAt }: PermissionRule): void {
    commitDurably(this.#sql, () => this.#save.run(folder, agentId, kind, subject, access ?? '', Math.round(createdAt)))
  }

  /** Finds the rule for exactly this subject. */
  find({ folder, agentId, kind, subject, access }: Omit<PermissionRule, 'createdAt'>): StoredRule | undefined {
    const row = this.#find.get(folder, agentId, kind, subject, access ?? '')
    return row && toStoredRule(row)
  }

  /** Whether the answer predates grades. Returns `true` only the first time. */
  takeOld(ruleId: number): boolean {
    return this.#told.run(ruleId).changes > 0
  }

  list(): StoredRule[] {
    return this.#list.all().map(toStoredRule)
  }

  remove(ruleId: number): void {
    commitDurably(this.#sql, () => this.#remove.run(ruleId))
  }
}

function toStoredRule({ rule_id: ruleId, folder, agent_id: agentId, kind, subject, access, created_at: createdAt }: RuleRow): StoredRule {
  return { ruleId, folder, agentId, kind, subject, ...access !== '' && { access }, createdAt }
}
