import type Database from 'better-sqlite3'
import type { Rule, WrittenRule } from '../../../shared/settings/rules'
import { commitDurably } from '../durably'

interface RuleRow {
  rule_id: number
  rule: string
  created_at: number
}

/**
 * The rules that the person wrote. They are decisions, so they are stored durably. Ids of deleted rules are not reused.
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
    return commitDurably(
      this.#sql,
      () => Number(this.#insert.run(JSON.stringify(rule), Math.round(createdAt)).lastInsertRowid),
    )
  }

  /** Replaces a rule, which then counts as created at `savedAt`. Returns `false` if the rule no longer exists. */
  replace(ruleId: number, rule: Rule, savedAt: number): boolean {
    this.takeOld(ruleId) // the person has just seen its grade
    return commitDurably(
      this.#sql,
      () => this.#update.run(JSON.stringify(rule), Math.round(savedAt), ruleId).changes > 0,
    )
  }

  /** Whether the rule predates grades. Returns `true` only the first time. */
  takeOld(ruleId: number): boolean {
    return this.#told.run(ruleId).changes > 0
  }

  list(): WrittenRule[] {
    // written by `add` and `replace`
    return this.#list
      .all()
      .map(row => ({ ...(JSON.parse(row.rule) as Rule), ruleId: row.rule_id, createdAt: row.created_at }))
  }

  remove(ruleId: number): void {
    commitDurably(this.#sql, () => this.#remove.run(ruleId))
  }
}
