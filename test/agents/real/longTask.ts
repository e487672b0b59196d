import type { ModelStep } from './script'
import { createCall, hasTool, type OfferedTool, type ToolCallOf } from './toolCalls'

/** The files of the long task. */
export const longTaskFiles = {
  'prices.ts': 'export const prices = [19.99, 5.01]\n',
  'total.ts': 'import { prices } from \'./prices\'\n\nexport const total = prices.reduce((sum, price) => sum + price)\n',
} as const
/** The files after it. */
export const longTaskChanges = ['prices.ts', 'total.ts', 'total.test.ts'] as const
export const longTaskAnswer = [
  'Totals are rounded to cents now.',
  '- `prices.ts` holds whole cents.\n- `total.ts` adds them up and divides once.\n- `total.test.ts` is new and passes.',
  'Nothing else uses these prices.',
].join('\n\n')

/** A task of twelve steps in a folder: reads, searches, edits of three files, commands. */
export function longTaskStep(tools: readonly OfferedTool[], folder: string, answered: number): ModelStep {
  const run = (command: string, isPlain = false): ToolCallOf => createCall(tools, 'run', { command }, isPlain)
  const read = (name: string): ToolCallOf =>
    hasTool(tools, 'read') ? createCall(tools, 'read', { path: `${folder}/${name}` }) : run(`cat ${folder}/${name}`, true)
  const search = (pattern: string): ToolCallOf =>
    hasTool(tools, 'search') ? createCall(tools, 'search', { pattern, path: folder }) : run(`grep -rn ${pattern} ${folder}`, true)
  const edit = (name: string, old: string, next: string): ToolCallOf =>
    createCall(tools, 'edit', { path: `${folder}/${name}`, old, new: next })
  const steps: readonly [text: string, call: () => ToolCallOf][] = [
    ['I look for what adds up prices.', () => search('prices')],
    ['', () => read('prices.ts')],
    ['', () => read('total.ts')],
    ['', () => search('total')],
    ['Each price is a fraction, so I hold cents instead.', () => edit('prices.ts', '[19.99, 5.01]', '[1999, 501]')],
    ['', () => edit('total.ts', 'sum + price)', 'sum + price) / 100')],
    ['It has no test yet.', () => createCall(tools, 'write', { path: `${folder}/total.test.ts`, content: test })],
    ['', () => read('total.test.ts')],
    ['I run it.', () => run('mkdir -p coverage')],
    ['', () => run('touch coverage/report.txt')],
    ['', () => run('cp coverage/report.txt coverage/last.txt')],
    ['', () => run('rm coverage/last.txt')],
  ]
  const [text, call] = steps[answered] ?? []
  return call ? { text: text!, call: call() } : { text: longTaskAnswer }
}

const test = 'import { total } from \'./total\'\n\nif (total !== 25)\n  throw new Error(`the total is ${total}`)\n'
