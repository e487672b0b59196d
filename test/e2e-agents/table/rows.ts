import type { TestDetailsAnnotation } from '@playwright/test'
import { taskActions } from '../../agents/real/task'

/** The rows of the README's table, top to bottom, with what each is called there. */
export const rows = {
  version: 'version driven',
  answer: 'streams its answer',
  write: 'writes no file that you rejected',
  questions: `dialogs for ${taskActions} actions (4 commands, 2 edits)`,
  thread: '… from “Allow for this thread” on',
  rule: '… for a command that a rule allows',
  output: 'output of a command',
  stop: 'Stop in mid-command',
  resume: 'goes on after a restart',
  option: 'mode or option switched',
  model: 'model switched',
  form: 'asks in a form',
  plan: 'shows its plan',
  approval: 'plan approved',
  subagent: 'subagent',
  empty: 'turn without a word',
  fault429: 'model answers 429',
  fault500: 'model answers 500',
  fault401: 'model answers 401',
} as const
export type Row = keyof typeof rows

/** What a test has seen for a row stands in its result as an annotation of this type. */
export const cellType = 'cell'
const rowType = 'row'

/** Says which rows a test fills: where it fails, they say so. */
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
