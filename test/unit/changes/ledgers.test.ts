import type { ToolCallStatus } from '@agentclientprotocol/sdk'
import type { ToLedger } from '../../../src/main/changes/worker/ledgerWire'
import { Buffer } from 'node:buffer'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Evidence } from '../../../src/main/changes/evidence'
import { Ledgers, storeFolderPath } from '../../../src/main/changes/ledgers'
import { clockGrainMs } from '../../../src/main/changes/scan/fileStamp'
import { hashBytes } from '../../../src/main/changes/store/contents'
import { FolderTurns } from '../../../src/main/changes/thread/folderTurns'
import { LedgerWorker } from '../../../src/main/changes/worker/ledgerWorker'
import { ServedLedger } from '../../../src/main/changes/worker/servedLedger'
import { ledgerProgram } from '../../support/ledgerProgram'
import { temporaryFolder } from '../../support/temporaryFolder'

const turn = { threadId: 'thread', promptId: 'one' }
const crashing = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ end, call, name }) => {
    if (name === 'catchUp')
      throw new Error('crash')
    if (end)
      parentPort.close()
    else
      parentPort.postMessage({ answer: call, result: name })
  })`

it('records changes in a worker, and notifies once', async () => {
  const { ledger, folder, changed, dataFolder, begin } = await openLedger()
  writeFileSync(join(folder, 'file'), '1\n')
  await begin()
  writeFileSync(join(folder, 'file'), '2\n')
  await expect.poll(() => changed).toEqual([folder])
  ledger.notify({ kind: 'turnOver', threadId: 'thread', at: Date.now() })
  await ledger.catchUp({})
  expect(changed).toEqual([folder])
  expect(await ledger.endTurn(turn)).toEqual({
    count: 1,
    files: [{ path: join(folder, 'file'), kind: 'changed', by: ['unannounced'], added: 1, removed: 1 }],
  })
  const store = storeFolderPath(dataFolder, folder)
  expect(statSync(store).mode & 0o777).toBe(0o700)
  expect(readdirSync(store).filter(name => (statSync(join(store, name)).mode & 0o077) !== 0)).toEqual([])
})

it('detects changes in folders that were just created', async () => {
  const { ledger, folder, changed, begin } = await openLedger()
  await begin()
  mkdirSync(join(folder, 'a/b/c'), { recursive: true })
  await ledger.catchUp({})
  writeFileSync(join(folder, 'a/b/c/file'), 'x')
  await expect.poll(() => changed).toEqual([folder])
})

it('attributes a write of Parley to its author despite other evidence, and ignores a failed one', async () => {
  const { ledger, folder, begin } = await openLedger()
  const [path, other] = [join(folder, 'file'), join(folder, 'other')]
  await begin()
  ledger.notify({ kind: 'command', threadId: 'thread', isRunning: true, at: Date.now() })
  const write = { kind: 'write', content: hashBytes(Buffer.from('saved\n')), author: { by: 'you' } } as const
  ledger.notify({ ...write, id: 'one', path, at: Date.now() })
  ledger.notify({ ...write, id: 'other', path: other, at: Date.now() })
  ledger.notify({ kind: 'written', id: 'other', path: other, isDone: false, at: Date.now() })
  await ledger.catchUp({})
  for (const file of [path, other])
    writeFileSync(file, 'saved\n')
  ledger.notify({ kind: 'written', id: 'one', path, isDone: true, at: Date.now() })
  const { files } = await ledger.endTurn(turn)
  expect(files.map(({ path, by }) => [path, by])).toEqual([[path, ['you']], [other, ['command']]])
})

it('attributes rejections in a surrounding folder to the person, even while a command of another thread runs', async () => {
  const outer = temporaryFolder('parley-folder-')
  const [inner, path] = [join(outer, 'app'), join(outer, 'app/file')]
  mkdirSync(inner)
  writeFileSync(path, 'old\n')
  const report = (error: unknown): void => expect.unreachable(String(error))
  const turns: FolderTurns = new FolderTurns({ source: { of: folder => ledgers.of(folder) }, report, unsaved: () => [] })
  const ledgers = new Ledgers({
    dataFolder: temporaryFolder('parley-data-'),
    workerPath: ledgerProgram(),
    evidence: folder => turns.evidence(folder),
    onChanged: () => undefined,
    onWrite: (folder, note) => turns.passWrite(folder, note),
    report,
  })
  onTestFinished(() => ledgers.dispose())
  const begin = async (folder: string, threadId: string): Promise<void> => {
    turns.join(folder, { isWorking: () => true, changed: () => undefined })
    await ledgers.of(folder).beginTurn({ threadId, promptId: 'one' })
    turns.notify(folder, { kind: 'turnBegan', threadId, promptId: 'one', at: Date.now() })
  }
  await begin(outer, 'A')
  writeFileSync(path, 'agent\n')
  await ledgers.of(outer).endTurn({ threadId: 'A', promptId: 'one' })
  await begin(inner, 'B')
  turns.notify(inner, { kind: 'command', threadId: 'B', isRunning: true, at: Date.now() })
  const files = await ledgers.of(outer).previewReject({ threadId: 'A' })
  expect(await ledgers.of(outer).decide({ threadId: 'A', act: 'reject', files })).toMatchObject({ done: 1 })
  expect(await ledgers.of(inner).endTurn({ threadId: 'B', promptId: 'one' })).toMatchObject({ files: [{ path, by: ['you'] }] })
})

it('reports expected failures as host errors', async () => {
  const { ledger, folder } = await openLedger()
  const claim = ledger.claim({ threadId: 'thread', from: 'unknown', path: join(folder, 'file'), by: 'you' })
  await expect(claim).rejects.toMatchObject({ name: 'HostError', code: 'not_found' })
})

it('rejects open calls when the worker crashes, and restarts the worker with the next call', async () => {
  const workerPath = join(temporaryFolder('parley-worker-'), 'worker.mjs')
  writeFileSync(workerPath, crashing)
  const faults: unknown[] = []
  const ledger = { folder: '', storeFolder: '', closed: [], home: '' }
  const report = (error: unknown) => faults.push(error)
  const ignored = { onChanged: () => {}, onWrite: () => {} }
  const worker = new LedgerWorker({ workerPath, ledger, evidence: () => new Evidence().state, ...ignored, report })
  onTestFinished(() => worker.end(1_000))
  await expect(Promise.all([worker.call('catchUp', {}), worker.call('list', {})])).rejects.toMatchObject({ code: 'closed' })
  expect(faults).toMatchObject([{ message: 'crash' }])
  expect(await worker.call('list', {})).toBe('list')
})

it('continues a turn whose worker crashed, with all earlier events', async () => {
  const workerPath = join(temporaryFolder('parley-worker-'), 'worker.mjs')
  const startsPath = join(workerPath, '../starts')
  writeFileSync(workerPath, `${crashing}
    import { appendFileSync } from 'node:fs'
    import { workerData } from 'node:worker_threads'
    appendFileSync(${JSON.stringify(startsPath)}, [...workerData.evidence.threads.keys()].join() + ' ')`)
  const evidence = new Evidence()
  const ledgers = new Ledgers({
    dataFolder: '/nowhere',
    workerPath,
    evidence: () => evidence,
    onChanged: () => {},
    onWrite: () => undefined,
    report: () => {},
    afterCrashMs: 1,
  })
  onTestFinished(() => ledgers.dispose())
  const ledger = ledgers.of('some folder')
  await ledger.beginTurn(turn)
  evidence.apply({ kind: 'turnBegan', ...turn, at: Date.now() })
  await expect(ledger.catchUp({})).rejects.toMatchObject({ code: 'closed' })
  await expect.poll(() => readFileSync(startsPath, 'utf8')).toBe(' thread ')
})

it('polls an unwatchable folder every five seconds during a turn', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { folder, sent, post, name } = serveLedger({ isHome: true })
  const path = join(folder, 'file')
  writeFileSync(path, '1\n')
  name(path, 'pending')
  post({ call: 1, name: 'catchUp', params: {}, at: Date.now() })
  await expect.poll(() => sent).toContainEqual({ answer: 1 })
  writeFileSync(path, '2\n')
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => sent).toContainEqual({ changed: true })
})

it('includes files that were written immediately before the request for a scan', async () => {
  const { port1, port2 } = new MessageChannel()
  const { folder, sent, post } = serveLedger()
  post({ call: 1, name: 'catchUp', params: {}, at: Date.now() })
  await expect.poll(() => sent).toContainEqual({ answer: 1 })
  // The event loop also handles messages sent meanwhile before it polls the system's events.
  port2.once('message', () => {
    writeFileSync(join(folder, 'file'), '1\n')
    // Asked within the millisecond of the write.
    post({ call: 2, name: 'catchUp', params: {}, at: Math.floor(statSync(join(folder, 'file')).ctimeMs) })
    port1.close()
  })
  port1.postMessage('now')
  await expect.poll(() => sent).toContainEqual({ answer: 2 })
  expect(sent).toEqual([{ answer: 1 }, { changed: true }, { answer: 2 }])
})

it('treats a change of a named file as unannounced if the file was not scanned before the agent wrote', async () => {
  const { folder, sent, post, name } = serveLedger()
  const path = join(folder, 'file')
  writeFileSync(path, 'old\n')
  post({ call: 1, name: 'beginTurn', params: turn, at: Date.now() })
  await expect.poll(() => sent).toContainEqual({ answer: 1, result: {} })
  writeFileSync(path, 'old\nperson\n')
  keepBusy()
  name(path, 'in_progress')
  keepBusy()
  writeFileSync(path, 'old\nperson\nagent\n')
  keepBusy()
  name(path, 'completed')
  post({ call: 2, name: 'endTurn', params: turn, at: Date.now() })
  const files = [expect.objectContaining({ path, by: ['unannounced'] })]
  await expect.poll(() => sent).toContainEqual({ answer: 2, result: { count: 1, files } })
})

/** Neither this thread nor a ledger in it does anything for longer than the clock of files is behind. */
function keepBusy(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * clockGrainMs)
}

/** A ledger in this thread, and all that it sends, while a turn is open. */
function serveLedger({ isHome = false } = {}) {
  const [folder, storeFolder] = [temporaryFolder('parley-folder-'), temporaryFolder('parley-ledger-')]
  const { port1, port2 } = new MessageChannel()
  const sent: unknown[] = []
  port2.on('message', message => sent.push(message))
  const evidence = new Evidence()
  evidence.apply({ kind: 'turnBegan', ...turn, at: Date.now() })
  const home = isHome ? folder : '/nowhere'
  new ServedLedger({ folder, storeFolder, closed: [], home, evidence: evidence.state }, port1).serve()
  const post = (message: ToLedger): void => port2.postMessage(message)
  onTestFinished(() => post({ end: true }))
  const name = (path: string, status: ToolCallStatus): void =>
    post({ note: { kind: 'call', toolCallId: 'call', threadId: 'thread', status, paths: [path], at: Date.now() } })
  return { folder, sent, post, name }
}

it('ends an idle worker, and later continues from what the worker stored', async () => {
  const { ledger, folder, changed } = await openLedger({ idleMs: 50 })
  writeFileSync(join(folder, 'file'), '1')
  await ledger.beginTurn(turn)
  await ledger.endTurn(turn)
  await expect.poll(() => countLedgerThreads()).toBe(0)
  writeFileSync(join(folder, 'file'), '2')
  await ledger.catchUp({})
  expect(changed).toEqual([folder])
})

it('creates no ledger to forget an unrecorded thread', async () => {
  const { ledger, dataFolder } = await openLedger()
  await ledger.forget({ threadId: 'thread' })
  expect(existsSync(join(dataFolder, 'changes'))).toBe(false)
})

async function openLedger({ idleMs }: { idleMs?: number } = {}) {
  const [dataFolder, folder] = [temporaryFolder('parley-data-'), temporaryFolder('parley-folder-')]
  const changed: string[] = []
  const faults: unknown[] = []
  const ledgers = new Ledgers({
    dataFolder,
    workerPath: ledgerProgram(),
    evidence: () => new Evidence(),
    onChanged: folder => changed.push(folder),
    onWrite: () => undefined,
    report: error => faults.push(error),
    ...idleMs !== undefined && { idleMs },
  })
  onTestFinished(() => ledgers.dispose())
  const ledger = ledgers.of(folder)
  const begin = async (): Promise<void> => {
    await ledger.beginTurn(turn)
    ledger.notify({ kind: 'turnBegan', ...turn, at: Date.now() })
  }
  return { ledger, folder, dataFolder, changed, faults, begin }
}

/** Threads of this process that are ledgers. */
function countLedgerThreads(): number {
  return process.getActiveResourcesInfo().filter(name => name === 'Worker').length
}
