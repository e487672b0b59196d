import type { SourceTree } from './sourceTree'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { benchRow, type BenchRow } from './row'

const changedCount = 1_000
/** Maximum time for which the host's event loop may be blocked. */
const maxStallMs = 20
const idleMs = 10_000

/**
 * Measures what the ledger in its own thread costs the host: how long it blocks the host in a turn, and the CPU time of
 * an idle folder.
 */
export async function benchHost(tree: SourceTree, workerPath: string): Promise<BenchRow[]> {
  const stall = await inOwnProcess('hostStall.ts', tree, workerPath, ...tree.files.slice(0, changedCount))
  const idle = await inOwnProcess('idleLedger.ts', tree, workerPath) * idleMs
  const name = 'the longest stall of the host in a turn of 1,000 files and its review, 50,000 files, against 20 ms'
  return [
    row(name, { value: stall, limit: maxStallMs, target: '<= 1x' }),
    row('processor time of an idle folder in 10 s, 50,000 files', { value: idle, limit: idleMs, target: '<= 0.01x' }),
  ]
}

/**
 * Returns the number that a program prints. In this process, collecting the garbage of earlier measurements would take
 * longer than the measurement.
 */
async function inOwnProcess(program: string, { folder, beside }: SourceTree, ...more: readonly string[]): Promise<number> {
  const args = ['--import', './scripts/typescript.mjs', join('test/bench', program), folder, beside, ...more]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '../..') })
  return Number(stdout)
}

function row(name: string, { limit, ...figures }: Pick<BenchRow, 'value' | 'target'> & { limit: number }): BenchRow {
  return benchRow({ area: 'changes', name, unit: 'ms', reference: limit, ratio: figures.value / limit, ...figures })
}
