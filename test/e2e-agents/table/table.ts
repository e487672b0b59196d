import type { RealAgent } from '../../agents/real/realAgent'
import { type Row, tables } from './rows'

/** The results of an agent, with the tested version. */
export interface AgentResults {
  readonly version: string
  readonly cells: Partial<Record<Row, string>>
}

/** By the agent's id. */
export type Results = Readonly<Record<string, AgentResults>>

/** Earlier results are kept, except those of another version. */
export function withCells(results: Results, id: string, version: string, cells: Partial<Record<Row, string>>): Results {
  const before = results[id]?.version === version ? results[id].cells : {}
  return { ...results, [id]: { version, cells: { ...before, ...cells } } }
}

/** The tables in Markdown: a row for each agent, as no line of a document may be wide. */
export function tableOf(results: Results, agents: readonly RealAgent[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const cell = (row: Row, { id, untried, needsLogin }: RealAgent): string => {
    const seen = row === 'version' ? results[id]?.version : results[id]?.cells[row]
    return (seen ?? untried?.[row] ?? (needsLogin ? 'needs login' : 'not tried')).replaceAll('|', '\\|')
  }
  return tables.map(columns => [
    line(['', ...columns.map(([, name]) => name)]),
    line(['---', ...columns.map(() => '---')]),
    ...agents.map(agent => line([agent.shortName, ...columns.map(([row]) => cell(row, agent))])),
  ].join('\n')).join('\n\n')
}

const [begin, end] = ['<!-- agents: written by npm run test:agents -- --all -->', '<!-- /agents -->']

/** A page with the table between its marks. */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error('the page has no marks between which the table of agents stands')
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`
}
