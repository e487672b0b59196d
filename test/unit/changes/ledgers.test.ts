import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Ledgers, storeFolderOf } from '../../../src/main/changes/ledgers'
import { LedgerWorker } from '../../../src/main/changes/worker/ledgerWorker'
import { ServedLedger } from '../../../src/main/changes/worker/servedLedger'
import { ledgerProgram } from '../../support/ledgerProgram'
import { temporaryFolder } from '../../support/temporaryFolder'
import { witnessOf } from '../../support/testLedger'

const crashing = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ end, call, name }) => {
    if (name === 'look')
      throw new Error('crash')
    if (end)
      parentPort.close()
    else
      parentPort.postMessage({ answer: call, result: name })
  })`

it('records what changes, in a thread of its own, and tells when something may have', async () => {
  const { ledger, folder, heard, dataFolder } = await someLedger()
  writeFileSync(join(folder, 'file'), '1\n')
  await ledger.beginTurn({ threadId: 'thread', promptId: 'one', witness: [] })
  writeFileSync(join(folder, 'file'), '2\n')
  await expect.poll(() => heard).toContain(folder)
  expect(await ledger.look({ witness: [witnessOf('thread')] })).toEqual({ isChanged: true })
  expect(await ledger.look({ witness: [witnessOf('thread')] })).toEqual({ isChanged: false })
  expect(await ledger.endTurn({ threadId: 'thread', promptId: 'one', witness: [] })).toEqual({
    count: 1,
    files: [{ path: join(folder, 'file'), kind: 'changed', by: ['unannounced'], added: 1, removed: 1 }],
  })
  const store = storeFolderOf(dataFolder, folder)
  expect(statSync(store).mode & 0o777).toBe(0o700)
  expect(readdirSync(store).filter(name => (statSync(join(store, name)).mode & 0o077) !== 0)).toEqual([])
})

it('hears of changes in folders that came a moment ago', async () => {
  const { ledger, folder, heard } = await someLedger()
  await ledger.beginTurn({ threadId: 'thread', promptId: 'one', witness: [] })
  mkdirSync(join(folder, 'a/b/c'), { recursive: true })
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  await ledger.look({ witness: [] })
  writeFileSync(join(folder, 'a/b/c/file'), 'x')
  await expect.poll(() => ledger.look({ witness: [] })).toEqual({ isChanged: true })
})

it('tells what a person has to know as an error of the host\'s', async () => {
  const { ledger, folder } = await someLedger()
  const claim = ledger.claim({ threadId: 'thread', from: 'unknown', path: join(folder, 'file'), by: 'you' })
  await expect(claim).rejects.toMatchObject({ name: 'HostError', code: 'not_found' })
})

it('rejects what is open when its thread crashes, and starts again with the next call', async () => {
  const workerPath = join(temporaryFolder('parley-worker-'), 'worker.mjs')
  writeFileSync(workerPath, crashing)
  const faults: unknown[] = []
  const ledger = { folder: '', storeFolder: '', closed: [], home: '' }
  const worker = new LedgerWorker({ workerPath, ledger, onHeard: () => {}, report: error => faults.push(error) })
  onTestFinished(() => worker.end(1_000))
  await expect(Promise.all([worker.call('look', {}), worker.call('list', {})])).rejects.toMatchObject({ code: 'closed' })
  expect(faults).toMatchObject([{ message: 'crash' }])
  expect(await worker.call('list', {})).toBe('list')
})

it('goes on in a turn whose thread crashed, and where the system tells of no changes asks from time to time', async () => {
  const workerPath = join(temporaryFolder('parley-worker-'), 'worker.mjs')
  writeFileSync(workerPath, crashing)
  const heard: string[] = []
  const onHeard = (folder: string) => heard.push(folder)
  const ledgers = new Ledgers({ dataFolder: '/nowhere', workerPath, onHeard, report: () => {}, afterCrashMs: 1 })
  onTestFinished(() => ledgers.dispose())
  const turn = { threadId: 'thread', promptId: 'one', witness: [] }
  await expect(ledgers.of('outside a turn').look(turn)).rejects.toMatchObject({ code: 'closed' })
  await ledgers.of('in a turn').beginTurn(turn)
  await expect(ledgers.of('in a turn').look(turn)).rejects.toMatchObject({ code: 'closed' })
  await expect.poll(() => heard).toEqual(['in a turn'])

  const [folder, storeFolder] = [temporaryFolder('parley-folder-'), temporaryFolder('parley-ledger-')]
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { port1, port2 } = new MessageChannel()
  const told: unknown[] = []
  port2.on('message', message => told.push(message))
  new ServedLedger({ folder, storeFolder, closed: [], home: folder }, port1).serve()
  onTestFinished(() => port2.postMessage({ end: true }))
  port2.postMessage({ call: 1, name: 'look', params: { witness: [witnessOf('thread')] } })
  await expect.poll(() => told).toContainEqual({ answer: 1, result: { isChanged: false } })
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => told).toContainEqual({ heard: true })
})

it('ends a thread that nobody uses, and goes on where it was', async () => {
  const { ledger, folder } = await someLedger({ idleMs: 50 })
  writeFileSync(join(folder, 'file'), '1')
  await ledger.beginTurn({ threadId: 'thread', promptId: 'one', witness: [] })
  await ledger.endTurn({ threadId: 'thread', promptId: 'one', witness: [] })
  await expect.poll(() => threads()).toBe(0)
  writeFileSync(join(folder, 'file'), '2')
  expect(await ledger.look({ witness: [] })).toEqual({ isChanged: true })
})

it('makes nothing of a folder to forget what was never recorded', async () => {
  const { ledger, dataFolder } = await someLedger()
  await ledger.forget({ threadId: 'thread' })
  expect(existsSync(join(dataFolder, 'changes'))).toBe(false)
})

async function someLedger({ idleMs }: { idleMs?: number } = {}) {
  const [dataFolder, folder] = [temporaryFolder('parley-data-'), temporaryFolder('parley-folder-')]
  const heard: string[] = []
  const faults: unknown[] = []
  const ledgers = new Ledgers({
    dataFolder,
    workerPath: ledgerProgram(),
    onHeard: folder => heard.push(folder),
    report: error => faults.push(error),
    ...idleMs !== undefined && { idleMs },
  })
  onTestFinished(() => ledgers.dispose())
  return { ledger: ledgers.of(folder), folder, dataFolder, heard, faults }
}

/** Threads of this process that are ledgers. */
function threads(): number {
  return process.getActiveResourcesInfo().filter(name => name === 'Worker').length
}
