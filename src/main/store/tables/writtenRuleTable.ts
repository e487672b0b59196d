import type Database from 'better-sqlite3'
import type { Rule, WrittenRule } from '../../../shared/settings/rules'
import { durably } from '../durably'

interface RuleRow {
  rule_id: number
  rule: string
  created_at: number
}

/**
 * The rules that a person wrote. Each is a decision, so it is on the disk at once; numbers of deleted rules are not
 * used again.
 */
export class WrittenRuleTable {
  readonly #sql: Database.Database
  readonly #insert: Database.Statement<[string, number]>
  readonly #update: Database.Statement<[string, number, number]>
  readonly #list: Database.Statement<[], RuleRow>
  readonly #remove: Database.Statement<[number]>
  readonly #told: Database.Statement<[number]>

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#insert = sql.prepare('INSERT INTO written_rules (rule, created_at) VALUES (?, ?)')
    this.#update = sql.prepare('UPDATE written_rules SET rule = ?, created_at = ? WHERE rule_id = ?')
    this.#list = sql.prepare('SELECT * FROM written_rules ORDER BY rule_id')
    this.#remove = sql.prepare('DELETE FROM written_rules WHERE rule_id = ?')
    this.#told = sql.prepare('DELETE FROM old_rules WHERE rule_id = ?')
  }

  add(rule: Rule, createdAt: number): number {
    return durably(this.#sql, () => Number(this.#insert.run(JSON.stringify(rule), Math.round(createdAt)).lastInsertRowid))
  }

  /** False if the rule no longer exists. It counts as new from now on: `createdAt` is when it was last saved. */
  replace(ruleId: number, rule: Rule, savedAt: number): boolean {
    this.takeOld(ruleId) // the person has just read what it says
    return durably(this.#sql, () => this.#update.run(JSON.stringify(rule), Math.round(savedAt), ruleId).changes > 0)
  }

  /** Whether it is from before rules said what they let happen; true once. */
  takeOld(ruleId: number): boolean {
    return this.#told.run(ruleId).changes > 0
  }

  list(): WrittenRule[] {
    // written by `add` and `replace`
    return this.#list.all().map(row => ({ ...(JSON.parse(row.rule) as Rule), ruleId: row.rule_id, createdAt: row.created_at }))
  }

  remove(ruleId: number): void {
    durably(this.#sql, () => this.#remove.run(ruleId))
  }
}
