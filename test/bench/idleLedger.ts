// node idleLedger.ts FOLDER DATA_FOLDER WORKER: opens the ledger of a folder, and prints its CPU time while idle.
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { Evidence } from '../../src/main/changes/evidence'
import { Ledgers } from '../../src/main/changes/ledgers'

const idleMs = 10_000
const [folder = '', dataFolder = '', workerPath = ''] = process.argv.slice(2)
const turn = { threadId: 'thread', promptId: 'idle' }

function report(error: unknown): never {
  throw error
}

const ignored = { onChanged: () => {}, onWrite: () => {} }
const ledgers = new Ledgers({ dataFolder, workerPath, evidence: () => new Evidence(), ...ignored, report })
const ledger = ledgers.of(folder)
await ledger.beginTurn(turn)
while ((await ledger.endTurn(turn)).gap !== undefined)
  await pause(100) // background reads are not idle
await pause(1_000)
const before = process.cpuUsage()
await pause(idleMs)
const { user, system } = process.cpuUsage(before)
await ledgers.dispose()
console.log((user + system) / 1_000 / idleMs)
