import type Database from 'better-sqlite3'
import type { ReviewAct } from '../../../shared/changes/change'

/** A keep, reject, restore or undo. */
export interface Operation {
  readonly id: number
  readonly threadId: string
  readonly act: ReviewAct | 'undo'
  /** The operation that it undoes. */
  readonly undoes?: number
  /** The mark that a restore goes back to. */
  readonly first?: number
  /** Folders created after this time (milliseconds since 1970) are removed along with their last file. */
  readonly since: number
  readonly isDone: boolean
  readonly isUndone: boolean
  readonly at: number
}

/** One file of an operation. `expected` and `target` are state keys. */
export interface Step {
  readonly path: string
  readonly expected: string
  readonly target: string
  /** Name of the temporary file that replaces the file. */
  readonly temporary: string
  /** Absent until done. `changed`: the file's state was not the expected one. */
  readonly outcome?: StepOutcome
}

/** A file that an operation undid. */
export interface Rejection extends Pick<Step, 'path' | 'expected' | 'target'> {
  readonly operation: Operation
}

/** How a step of an operation ended. */
export type StepOutcome = 'done' | 'changed' | 'failed'

type OperationRow = Omit<Operation, 'threadId' | 'undoes' | 'first' | 'isDone' | 'isUndone'> & {
  readonly thread: string
  readonly undoes: number | null
  readonly first: number | null
  readonly is_done: number
  readonly is_undone: number
}

type StepRow = Omit<Step, 'outcome'> & { readonly outcome: StepOutcome | null }

const columns = 'id, thread, act, undoes, first, since, is_done, is_undone, at'

/** Operations: a journal while they run, then the history for undo. */
export class OperationTable {
  readonly #sql: Database.Database

  constructor(sql: Database.Database) {
    this.#sql = sql
  }

  /** Adds an operation and returns its number. Call inside a transaction. */
  add(operation: Omit<Operation, 'id' | 'isUndone'>, steps: readonly Step[]): number {
    const { threadId: thread, undoes = null, first = null, isDone, ...same } = operation
    const { lastInsertRowid } = this.#sql.prepare<[Omit<OperationRow, 'id' | 'is_undone'>]>(`
      INSERT INTO operations (thread, act, undoes, first, since, is_done, is_undone, at)
      VALUES (@thread, @act, @undoes, @first, @since, @is_done, 0, @at)`)
      .run({ ...same, thread, undoes, first, is_done: isDone ? 1 : 0 })
    const id = Number(lastInsertRowid)
    const addStep = this.#sql.prepare<[StepRow & { operation: number }]>(`
      INSERT INTO steps (operation, path, expected, target, temporary, outcome)
      VALUES (@operation, @path, @expected, @target, @temporary, @outcome)`)
    for (const { outcome, ...step } of steps)
      addStep.run({ ...step, operation: id, outcome: outcome ?? null })
    return id
  }

  /** Unfinished operations, oldest first. */
  open(): Operation[] {
    return this.#select<[]>('is_done = 0 ORDER BY id').all().map(toOperation)
  }

  /** A thread's operations, oldest first. */
  of(threadId: string): Operation[] {
    return this.#select<[string]>('thread = ? ORDER BY id').all(threadId).map(toOperation)
  }

  /** The next operation to undo. */
  last(threadId: string): Operation | undefined {
    const condition = `thread = ? AND act <> 'undo' AND is_done AND NOT is_undone ORDER BY id DESC LIMIT 1`
    const row = this.#select<[string]>(condition).get(threadId)
    return row && toOperation(row)
  }

  steps(operation: number): Step[] {
    const rows = this.#sql.prepare<[number], StepRow>(
      'SELECT path, expected, target, temporary, outcome FROM steps WHERE operation = ? ORDER BY path',
    )
    return rows.all(operation).map(({ outcome, ...step }) => ({ ...step, ...outcome !== null && { outcome } }))
  }

  settle(operation: number, path: string, outcome: StepOutcome): void {
    this.#sql.prepare('UPDATE steps SET outcome = ? WHERE operation = ? AND path = ?').run(outcome, operation, path)
  }

  finish(operation: number): void {
    this.#sql.prepare('UPDATE operations SET is_done = 1 WHERE id = ?').run(operation)
  }

  markUndone(...operations: number[]): void {
    const mark = this.#sql.prepare('UPDATE operations SET is_undone = 1 WHERE id = ?')
    operations.forEach(operation => mark.run(operation))
  }

  /** Files that a thread's restores returned to mark `first`, without undone restores. */
  restored(threadId: string): { operation: number, path: string, first: number }[] {
    return this.#sql.prepare<[string], { operation: number, path: string, first: number }>(`
      SELECT operation, path, first FROM operations JOIN steps ON operation = id
      WHERE thread = ? AND act = 'restore' AND NOT is_undone AND outcome = 'done'`).all(threadId)
  }

  /** Files rejected or restored that were not undone, newest first. */
  rejections(threadId: string): Rejection[] {
    const rows = this.#sql.prepare<[string], OperationRow & Pick<StepRow, 'path' | 'expected' | 'target'>>(`
      SELECT ${columns}, path, expected, target FROM operations JOIN steps ON operation = id
      WHERE thread = ? AND act IN ('reject', 'restore') AND is_done AND NOT is_undone AND outcome = 'done'
      ORDER BY id DESC`)
    return rows.all(threadId).map(({ path, expected, target, ...row }) =>
      ({ operation: toOperation(row), path, expected, target }))
  }

  /** Deletes a thread's operations. Call inside a transaction. */
  forget(threadId: string): void {
    this.#sql.prepare('DELETE FROM steps WHERE operation IN (SELECT id FROM operations WHERE thread = ?)').run(threadId)
    this.#sql.prepare('DELETE FROM operations WHERE thread = ?').run(threadId)
  }

  #select<P extends unknown[]>(condition: string): Database.Statement<P, OperationRow> {
    return this.#sql.prepare<P, OperationRow>(`SELECT ${columns} FROM operations WHERE ${condition}`)
  }
}

function toOperation({ thread, undoes, first, is_done, is_undone, ...row }: OperationRow): Operation {
  return {
    ...row,
    threadId: thread,
    isDone: is_done === 1,
    isUndone: is_undone === 1,
    ...undoes !== null && { undoes },
    ...first !== null && { first },
  }
}
