import type { LedgerOutcome } from '../../src/main/changes/ledgerCalls'
import type { SourceTree } from './sourceTree'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type LedgerClient, Ledgers } from '../../src/main/changes/ledgers'
import { longestStall } from './longestStall'
import { benchRow, type BenchRow } from './row'

const changedCount = 1_000
const witness = [{ threadId: 'thread', promptId: 'prompt', named: new Map(), runsCommand: false, isWaiting: false }]
const thread = { threadId: 'thread' }
const turn = { threadId: 'thread', promptId: 'prompt', witness }
/** The host's loop may stand still for so long. */
const maxStallMs = 20
const idleMs = 10_000

/** What the ledger, in a thread of its own, costs the host: for how long it stands still in a turn, and what an idle folder takes. */
export async function benchHost(tree: SourceTree, workerPath: string): Promise<BenchRow[]> {
  const report = (error: unknown): never => {
    throw error
  }
  const ledgers = new Ledgers({ dataFolder: tree.beside, workerPath, onHeard: () => {}, report })
  // Started before: to make a process of one as large as this takes longer than all that is measured.
  const agent = spawn(process.execPath, ['-e', agentScript, ...tree.files.slice(0, changedCount)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const rows: BenchRow[] = []
  try {
    const lines = createInterface(agent.stdout)
    const said = (): Promise<unknown> => once(lines, 'line')
    const ledger = ledgers.of(tree.folder)
    await said()
    const stall = await longestStall(async () => {
      await ledger.beginTurn(turn)
      agent.stdin.write('change\n')
      await said()
      await ledger.look({ witness })
      await ledger.endTurn(turn)
      const { marks: [mark = 0] } = await ledger.list(thread)
      await finish(ledger, await ledger.decideAll({ ...thread, act: 'reject', mark }))
      const last = await ledger.lastAct(thread)
      await finish(ledger, await ledger.undo({ ...thread, operation: last!.operation }))
      const restored = { ...thread, promptId: turn.promptId }
      await finish(ledger, await ledger.restore({ ...restored, files: await ledger.previewRestore(restored) }))
    })
    const name = 'the longest stall of the host in a turn of 1,000 files and its review, 50,000 files, against 20 ms'
    rows.push(row(name, { value: stall, limit: maxStallMs, target: '<= 1x' }))
  }
  finally {
    agent.kill()
    await ledgers.dispose()
  }
  const value = await idleShare(tree, workerPath) * idleMs
  rows.push(row('processor time of an idle folder in 10 s, 50,000 files', { value, limit: idleMs, target: '<= 0.01x' }))
  return rows
}

/** Until all files are written, as the host waits for it. */
async function finish(ledger: LedgerClient, begun: LedgerOutcome | undefined): Promise<void> {
  let outcome = begun
  while (outcome?.unfinished)
    outcome = await ledger.goOn({ operation: outcome.unfinished.operation, stops: false })
  if (outcome?.done !== changedCount)
    throw new Error(`${outcome?.done} of ${changedCount} files were written`)
}

/** In a process of its own: what this one measured before leaves garbage, which takes longer to collect than all that is measured. */
async function idleShare(tree: SourceTree, workerPath: string): Promise<number> {
  const program = ['--import', './scripts/typescript.mjs', 'test/bench/idleLedger.ts', tree.folder, tree.beside, workerPath]
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: join(import.meta.dirname, '../..') })
  return Number(stdout)
}

/** Writes its files when it is told to, and says so. */
const agentScript = `
  console.log('ready')
  process.stdin.on('data', () => {
    for (const file of process.argv.slice(1))
      require('node:fs').writeFileSync(file, 'changed')
    console.log('done')
  })`

function row(name: string, { limit, ...figures }: Pick<BenchRow, 'value' | 'target'> & { limit: number }): BenchRow {
  return benchRow({ area: 'changes', name, unit: 'ms', reference: limit, ratio: figures.value / limit, ...figures })
}
