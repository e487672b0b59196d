import type { SourceTree } from './sourceTree'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Ledgers } from '../../src/main/changes/ledgers'
import { collectGarbage } from './collectGarbage'
import { longestStall } from './longestStall'
import { benchRow, type BenchRow } from './row'

const changedCount = 1_000
const witness = [{ threadId: 'thread', promptId: 'prompt', named: [], runsCommand: false, isWaiting: false }]
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
    })
    while ((await ledger.endTurn(turn)).gap !== undefined)
      await pause(100) // what it reads in the background is no idle folder
    collectGarbage() // of what was measured before
    await pause(1_000)
    const before = process.cpuUsage()
    await pause(idleMs)
    const { user, system } = process.cpuUsage(before)
    const idle = (user + system) / 1_000
    return [
      row('the longest stall of the host in a turn, 50,000 files, against 20 ms', { value: stall, reference: maxStallMs, target: '<= 1x' }),
      row('processor time of an idle folder in 10 s, 50,000 files', { value: idle, reference: idleMs, target: '<= 0.01x' }),
    ]
  }
  finally {
    agent.kill()
    await ledgers.dispose()
  }
}

/** Writes its files when it is told to, and says so. */
const agentScript = `
  console.log('ready')
  process.stdin.on('data', () => {
    for (const file of process.argv.slice(1))
      require('node:fs').writeFileSync(file, 'changed')
    console.log('done')
  })`

function row(name: string, figures: Pick<BenchRow, 'value' | 'reference' | 'target'>): BenchRow {
  return benchRow({ area: 'changes', name, unit: 'ms', ratio: figures.value / figures.reference, ...figures })
}
