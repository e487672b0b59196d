import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { scanLimits } from '../../../src/main/changes/scan/scanLimits'
import { ServedLedger } from '../../../src/main/changes/worker/servedLedger'
import { temporaryFolder } from '../../support/temporaryFolder'

const full = /lack of space|disk is full/
const turn = { threadId: 'thread', promptId: 'one' }

const disks = it.skipIf(!canMount()).each([100, 300, 3_000])

disks('reports that nothing is recorded on a full disk of %i KB, and continues once there is space', async (size) => {
  const [folder, storeFolder] = [temporaryFolder('parley-folder-'), temporaryFolder('parley-ledger-')]
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'parley', storeFolder])
  onTestFinished(() => void execFileSync('umount', ['-l', storeFolder]))
  const files = Array.from({ length: 12 }, (_, file) => join(folder, `file${file}`))
  files.forEach((file, index) => writeFileSync(file, randomBytes(index === 0 ? 3_000_000 : 400_000)))
  const { call, faults } = serveLedger(folder, storeFolder)
  expect(await call('beginTurn', turn)).toMatchObject({ gap: expect.stringMatching(full) })
  const changed = randomBytes(3_000_000)
  writeFileSync(files[0]!, changed)
  expect(await call('catchUp', {})).not.toHaveProperty('code')
  expect(await call('endTurn', turn)).toMatchObject({ gap: expect.stringMatching(full) })
  expect(readFileSync(files[0]!).equals(changed)).toBe(true)

  execFileSync('mount', ['-o', 'remount,size=100m', storeFolder])
  const next = { ...turn, promptId: 'two' }
  expect(await call('beginTurn', next)).toMatchObject({})
  writeFileSync(files[1]!, 'other')
  expect(await call('endTurn', next)).toMatchObject({ files: expect.arrayContaining([expect.objectContaining({ path: files[1] })]) })
  expect(await call('beginTurn', { ...turn, promptId: 'three' })).toEqual({})
  expect(faults).toEqual([])
})

/** A ledger's calls as its thread answers them. */
function serveLedger(folder: string, storeFolder: string) {
  const { port1, port2 } = new MessageChannel()
  const answers = new Map<number, (result: unknown) => void>()
  const faults: unknown[] = []
  port2.on('message', (message) => {
    if ('answer' in message)
      answers.get(message.answer)?.(message.result ?? message.error ?? {})
    if ('fault' in message)
      faults.push(message.fault)
  })
  const limits = { ...scanLimits, freeBytes: 0, freeShare: 0 }
  new ServedLedger({ folder, storeFolder, closed: [], home: '/nowhere', limits }, port1).serve()
  onTestFinished(() => port2.postMessage({ end: true }))
  let number = 0
  const call = (name: string, params: unknown): Promise<unknown> => new Promise((resolve) => {
    answers.set(++number, resolve)
    port2.postMessage({ call: number, name, params, at: Date.now() })
  })
  return { call, faults }
}

function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
    && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'parley', '/mnt']).status === 0
}
