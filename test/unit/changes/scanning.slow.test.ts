import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { scanLimits } from '../../../src/main/changes/scan/scanLimits'
import { hashBytes, listContentFiles } from '../../../src/main/changes/store/contents'
import { ledgerProgram } from '../../support/ledgerProgram'
import { turnOf } from '../../support/setEvidence'
import { TestLedger } from '../../support/testLedger'

it('a ledger agrees with the disk after any sequence of changes', async () => {
  const test = new TestLedger()
  const random = createRandom(7)
  const names = ['a', 'b', 'c', 'a/x', 'a/y', 'b/x/z', 'c/deep/er', 'd e', 'é']
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const makeContent = (): string => `${random(50)}\n`.repeat(1 + random(5))
  test.begin()
  for (let round = 0; round < 600; round++) {
    for (let step = random(6); step > 0; step--)
      tryTo(() => pick(deeds)(test.path(pick(names)), test.path(pick(names)), makeContent()))
    if (random(3) === 0)
      await pause(random(30)) // hints come, or not yet
    if (random(10) === 0)
      test.reopen()
    test.look()
    if (random(8) === 0) {
      test.end()
      expect(readStates(test)).toEqual(readStatesOnDisk(test.folder))
      test.begin()
    }
  }
  test.end()
  expect(readStates(test)).toEqual(readStatesOnDisk(test.folder))
  expectWholeHistory(test)
})

it('records 10,000 files made by one command, but not 100,000', () => {
  const test = new TestLedger()
  test.begin()
  makeFiles(test, 'packages', 10_000)
  const { count, files, gap } = test.end([turnOf('thread', { commandUntil: Infinity })])
  expect({ count, listed: files.length, by: files[0]?.by, gap }).toEqual({ count: 10_000, listed: 200, by: ['command'], gap: undefined })
  test.begin()
  makeFiles(test, 'more', 100_000)
  const flood = test.end()
  expect(flood).toMatchObject({ count: 0, gap: '"more" got 100,000 new files at once: too many to record.' })
  expect(scanLimits.newFiles).toBeLessThan(100_000)
})

it('a ledger loses no recorded change, however often its process is killed', async () => {
  const test = new TestLedger()
  for (let file = 0; file < 120; file++)
    test.write(`folder${file % 20}/file${file}`, `first ${file}\n`.repeat(200))
  const options = { folder: test.folder, storeFolder: test.storeFolder, closed: [], home: '/nowhere' }
  test.ledger.dispose()
  for (let round = 0; round < 40; round++) {
    const child = spawn(process.execPath, ['-e', buildRecorder(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    for (let file = 0; file < 120; file += 1 + round % 7)
      test.write(`folder${file % 20}/file${file}`, `${round} ${file}\n`.repeat(200))
    await pause(round * 3)
    child.kill('SIGKILL')
    await once(child, 'exit')
    test.reopenAfterCrash()
    test.begin()
    expect(readStates(test)).toEqual(readStatesOnDisk(test.folder))
    test.ledger.dispose()
  }
  test.reopenAfterCrash()
  while (test.ledger.collect())
    ;
  const known = test.ledger.database.sql.prepare('SELECT file FROM packs ORDER BY file').pluck().all()
  expect(listContentFiles(test.storeFolder).sort()).toEqual(known)
})

it('a ledger completes its first scan after its process is killed at any moment', async () => {
  const test = new TestLedger()
  const fileCount = 2_000
  for (let file = 0; file < fileCount; file++)
    test.write(`folder${file % 40}/file${file}`, `first ${file}\n`.repeat(200))
  const options = { folder: test.folder, storeFolder: test.storeFolder, closed: [], home: '/nowhere' }
  let unfinished = 0
  // Between a moment at which the copy is not done yet and one at which it is, so that kills strike it on any machine.
  let [early, late] = [0, 400]
  for (let round = 0; round < 8; round++) {
    test.ledger.dispose()
    rmSync(test.storeFolder, { recursive: true })
    mkdirSync(test.storeFolder)
    const child = spawn(process.execPath, ['-e', buildRecorder(options, 0)], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const struckAt = (early + late) / 2
    await pause(struckAt)
    child.kill('SIGKILL')
    await once(child, 'exit')
    test.reopenAfterCrash()
    const copied = Object.values(readStates(test)).filter(state => state.startsWith('f ')).length
    if (copied < fileCount)
      [early, unfinished] = [struckAt, unfinished + 1]
    else
      late = struckAt
    test.begin()
    while (test.ledger.readMore(1_000))
      ;
    const states = readStates(test)
    expect(states).toEqual(readStatesOnDisk(test.folder))
    expect(Object.values(states).filter(state => test.ledger.readContent(state.split(' ').at(-1)!) === undefined)).toEqual([])
    test.write('folder1/file1', `round ${round}`)
    expect(test.end().count).toBe(1)
    expect(test.before('folder1/file1')).toBe(round === 0 ? 'first 1\n'.repeat(200) : `round ${round - 1}`)
  }
  expect(unfinished).toBeGreaterThan(1)
})

type Deed = (path: string, other: string, content: string) => void

const deeds: readonly Deed[] = [
  write,
  write,
  write,
  path => rmSync(path, { recursive: true }),
  (path, other) => renameSync(path, other),
  (path, other) => symlinkSync(other, path),
  path => chmodSync(path, 0o755),
  path => mkdirSync(path, { recursive: true }),
  (path, _, content) => writeFileSync(path, content.slice(0, readFileSync(path).length)),
  (path, other, content) => {
    write(`${path}.tmp`, other, content)
    renameSync(`${path}.tmp`, path)
  },
]

function write(path: string, _: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function tryTo(deed: () => void): void {
  try {
    deed()
  }
  catch (error) {
    expect(error).toHaveProperty('code') // some random actions are impossible
  }
}

function readStates({ ledger }: TestLedger): Record<string, string> {
  return Object.fromEntries([...ledger.tables.files.all()].map(({ path, state }) => [path, state]))
}

function readStatesOnDisk(root: string, folder = root): Record<string, string> {
  const states: Record<string, string> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      Object.assign(states, readStatesOnDisk(root, path))
    else
      states[relative(root, path)] = readState(path, entry.isSymbolicLink())
  }
  return states
}

function readState(path: string, isLink: boolean): string {
  return isLink
    ? `l ${hashBytes(readlinkSync(path, { encoding: 'buffer' }))}`
    : `f ${(lstatSync(path).mode & 0o7777).toString(8)} ${hashBytes(readFileSync(path))}`
}

/** Each change begins where the previous one ended, and every content exists. */
function expectWholeHistory({ ledger }: TestLedger): void {
  const last = new Map<string, string>()
  for (const { path, before, after } of ledger.tables.versions.between(0)) {
    if (last.has(path))
      expect(before).toBe(last.get(path))
    last.set(path, after)
    for (const state of [before, after].filter(state => state !== '-'))
      expect(ledger.readContent(state.split(' ').at(-1)!), `${path}: ${state}`).toBeDefined()
  }
}

function makeFiles({ folder }: TestLedger, name: string, count: number): void {
  const script = `
    const { mkdirSync, writeFileSync } = require('node:fs')
    for (let file = 0; file < ${count}; file++) {
      const folder = '${name}/part' + Math.floor(file / 20)
      if (file % 20 === 0) mkdirSync(folder, { recursive: true })
      writeFileSync(folder + '/file' + file, 'file ' + file)
    }`
  execFileSync(process.execPath, ['-e', script], { cwd: folder })
}

/** A program that starts recording, reports when it has made a number of calls, and continues. */
function buildRecorder(options: object, saysAfter = 1): string {
  return `
    const { Worker } = require('node:worker_threads')
    const worker = new Worker(${JSON.stringify(ledgerProgram())}, { workerData: ${JSON.stringify(options)} })
    const turn = { threadId: 'thread', promptId: 'crash' }
    const ask = (call, name) => worker.postMessage({ call, name, params: turn, at: Date.now() })
    worker.on('message', ({ answer }) => {
      if (answer === ${saysAfter}) console.log('ready')
      if (answer !== undefined) ask(answer + 1, answer % 5 === 0 ? 'endTurn' : 'catchUp')
    })
    worker.on('online', () => ${saysAfter} === 0 && console.log('ready'))
    ask(1, 'beginTurn')
    worker.postMessage({ note: { kind: 'turnBegan', ...turn, at: Date.now() } })`
}

/** The same every time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(state / 65_536) % below
  }
}
