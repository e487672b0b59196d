import type Database from 'better-sqlite3'
import type { Decision, DecisionQuery } from '../../../shared/settings/rules'
import { foldText } from '../../../shared/text/foldedText'
import { commitDurably } from '../durably'

interface DecisionRow {
  decision_id: number
  thread_id: string
  at: number
  agent_id: string
  asked_by: Decision['from']
  what: string
  facts: string
  facts_hash: string
  outcome: Decision['outcome']
  decided_by: Decision['by']
  rule_id: number | null
  why: string | null
  grade: Decision['grade'] | null
}

/** A decision without its number. */
export type NewDecision = Omit<Decision, 'decisionId'>

/**
 * The decision log: every permission request and its outcome. Rows are added and never changed; they are deleted with
 * their thread.
 */
export class DecisionTable {
  readonly #sql: Database.Database
  readonly #insert: Database.Statement<unknown[]>
  readonly #page: Database.Statement<[Record<string, unknown>], DecisionRow>

  constructor(sql: Database.Database) {
    this.#sql = sql
    // SQLite's lower() supports only ASCII.
    sql.function('folded', { deterministic: true }, text => foldText(String(text)))
    this.#insert = sql.prepare(`
      INSERT INTO decisions (thread_id, at, agent_id, asked_by, what, facts, facts_hash, outcome, decided_by, rule_id, why, grade)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#page = sql.prepare(`SELECT * FROM decisions
      WHERE decision_id < @before AND thread_id NOT IN (SELECT thread_id FROM deleted_threads)
        AND (@threadId IS NULL OR thread_id = @threadId) AND (@agentId IS NULL OR agent_id = @agentId)
        AND (@search = '' OR instr(folded(what || ' ' || coalesce(why, '') || ' ' || facts), @search) > 0)
      ORDER BY decision_id DESC LIMIT @limit`)
  }

  /** Adds a decision. A `durable` one survives a power failure once this returns. */
  add(
    { threadId, at, agentId, from, what, facts, factsHash, outcome, by, ruleId, why, grade }: NewDecision,
    { durable }: { durable: boolean },
  ): void {
    const insert = (): unknown =>
      this.#insert.run(
        ...[threadId, Math.round(at), agentId, from, what, facts, factsHash, outcome, by],
        ...[ruleId ?? null, why ?? null, grade ?? null],
      )
    if (durable)
      commitDurably(this.#sql, insert)
    else
      insert()
  }

  /** Newest first. */
  list({ threadId, agentId, search = '', before = Number.MAX_SAFE_INTEGER, limit }: DecisionQuery): Decision[] {
    return this.#page
      .all({ threadId: threadId ?? null, agentId: agentId ?? null, search: foldText(search.trim()), before, limit })
      .map(toDecision)
  }
}

function toDecision(row: DecisionRow): Decision {
  return {
    decisionId: row.decision_id,
    threadId: row.thread_id,
    at: row.at,
    agentId: row.agent_id,
    from: row.asked_by,
    what: row.what,
    facts: row.facts,
    factsHash: row.facts_hash,
    outcome: row.outcome,
    by: row.decided_by,
    ruleId: row.rule_id ?? undefined,
    why: row.why ?? undefined,
    grade: row.grade ?? undefined,
  }
}
