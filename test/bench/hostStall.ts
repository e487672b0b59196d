// node hostStall.ts FOLDER DATA_FOLDER WORKER FILE...: prints the longest time in milliseconds that a host is blocked
// while an agent changes the files in a turn, and these changes are rejected, undone and restored.
import type { LedgerOutcome } from '../../src/main/changes/ledgerCalls'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Evidence } from '../../src/main/changes/evidence'
import { type LedgerClient, Ledgers } from '../../src/main/changes/ledgers'
import { measureLongestStall } from './longestStall'

const [folder = '', dataFolder = '', workerPath = '', ...files] = process.argv.slice(2)
const thread = { threadId: 'thread' }
const turn = { threadId: 'thread', promptId: 'prompt' }
/** Writes its files on command, and reports that. */
const agentScript = `
  console.log('ready')
  process.stdin.on('data', () => {
    for (const file of process.argv.slice(1))
      require('node:fs').writeFileSync(file, 'changed')
    console.log('done')
  })`

function report(error: unknown): never {
  throw error
}

/** Waits, like the host, until all files are written. */
async function finish(ledger: LedgerClient, begun: LedgerOutcome | undefined): Promise<void> {
  let outcome = begun
  while (outcome?.unfinished)
    outcome = await ledger.resume({ operation: outcome.unfinished.operation, stops: false })
  if (outcome?.done !== files.length)
    throw new Error(`${outcome?.done} of ${files.length} files were written`)
}

/** Changes cannot be restored before they are recorded. */
async function record(ledger: LedgerClient): Promise<void> {
  while ((await ledger.beginTurn(turn)).gap !== undefined) {
    await ledger.abandonTurn(turn)
    await pause(100)
  }
  await ledger.abandonTurn(turn)
}

const agent = spawn(process.execPath, ['-e', agentScript, ...files], { stdio: ['pipe', 'pipe', 'inherit'] })
const ignored = { onChanged: () => {}, onWrite: () => {} }
const ledgers = new Ledgers({ dataFolder, workerPath, evidence: () => new Evidence(), ...ignored, report })
try {
  const lines = createInterface(agent.stdout)
  const said = (): Promise<unknown> => once(lines, 'line')
  const ledger = ledgers.of(folder)
  await said()
  await record(ledger)
  const stall = await measureLongestStall(async () => {
    await ledger.beginTurn(turn)
    ledger.notify({ kind: 'turnBegan', ...turn, at: Date.now() })
    // Only files that a call names can be rejected before they are listed, and no call names more.
    for (let first = 0; first < files.length; first += 200) {
      const paths = files.slice(first, first + 200)
      ledger.notify({ kind: 'call', ...thread, toolCallId: `edit ${first}`, paths, toolKind: 'edit', at: Date.now() })
    }
    agent.stdin.write('change\n')
    await said()
    await ledger.catchUp({})
    await ledger.endTurn(turn)
    const { marks: [mark = 0] } = await ledger.list(thread)
    await finish(ledger, await ledger.decideAll({ ...thread, act: 'reject', mark }))
    const last = await ledger.lastAct(thread)
    await finish(ledger, await ledger.undo({ ...thread, operation: last!.operation }))
    const restored = { ...thread, promptId: turn.promptId }
    await finish(ledger, await ledger.restore({ ...restored, files: await ledger.previewRestore(restored) }))
  })
  console.log(stall)
}
finally {
  agent.kill()
  await ledgers.dispose()
}
