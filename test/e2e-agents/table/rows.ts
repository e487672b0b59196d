import type { TestDetailsAnnotation } from '@playwright/test'
import { taskActions } from '../../agents/real/task'

/** The rows of the tables of docs/agents.md, with their headers. */
const groups = [
  {
    version: 'driven',
    write: 'rejected: not written',
    questions: `dialogs for ${taskActions} actions`,
    thread: '… allowed for the thread',
    rule: '… next thread, rules saved',
  },
  {
    answer: 'streams its answer',
    output: 'output of a command',
    stop: 'Stop in mid-command',
    resume: 'after a restart',
    undo: 'changes: rejected, restored',
    unsaved: 'reads unsaved text',
  },
  { option: 'switched', model: 'model switched', form: 'form', plan: 'plan', approval: 'plan approved', subagent: 'subagent' },
  { empty: 'turn without output', fault429: 'model answers 429', fault500: '500', fault401: '401' },
] as const
type KeysOf<Group> = Group extends unknown ? keyof Group : never
export type Row = KeysOf<(typeof groups)[number]>

/** A table for each. */
export const tables: readonly (readonly (readonly [Row, string])[])[]
  = groups.map(group => Object.entries(group) as [Row, string][]) // its own keys

/** A test's result for a row is stored as an annotation of this type. */
export const cellType = 'cell'
const rowType = 'row'

/** Declares the rows that a test fills: if it fails, they say so. */
export function fills(...names: Row[]): { annotation: TestDetailsAnnotation[] } {
  return { annotation: names.map(description => ({ type: rowType, description })) }
}

/** The cells that a test's annotations fill. */
export function cellsOf(annotations: readonly TestDetailsAnnotation[], hasPassed: boolean): Partial<Record<Row, string>> {
  const of = (wanted: string): string[] => annotations.flatMap(({ type, description }) => type === wanted ? [description ?? ''] : [])
  const failed = hasPassed ? [] : of(rowType).map(row => [row, 'fails'])
  const seen = of(cellType).map((cell) => {
    const { row, seen } = JSON.parse(cell) as { row: Row, seen: string } // as `tell` writes it
    return [row, seen]
  })
  return Object.fromEntries([...failed, ...seen]) as Partial<Record<Row, string>> // rows alone
}
