import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Ledger } from '../../../src/main/changes/ledger'
import { retention } from '../../../src/main/changes/ledgerPruning'
import { pruneDecided } from '../../../src/main/changes/review/pruneDecided'
import { listContentFiles } from '../../../src/main/changes/store/contents'
import { measureLedgers, pruneOldestTurn } from '../../../src/main/changes/store/pruneAllLedgers'
import { removeSetAside } from '../../../src/main/changes/store/setAside'
import { SetEvidence, turnOf } from '../../support/setEvidence'
import { anyDisk, TestLedger } from '../../support/testLedger'

const secret = 'a secret that only one thread knows'

it('erases contents of a deleted thread immediately, large and small', () => {
  const test = new TestLedger()
  test.write('other', 'x')
  test.begin('other')
  test.write('other', 'y')
  test.end([turnOf('other')], 'other')
  test.turn(() => test.write('file', secret))
  test.turn(() => test.write('file', `${secret}\n`.repeat(100_000)))
  test.turn(() => test.write('file', 'harmless'))
  test.ledger.forget({ threadId: 'thread' })
  expect(test.before('other')).toBe('x')
  expect(test.ledger.tables.versions.ofPath('file')).toEqual([])
  expect(listContentFiles(test.storeFolder)).toHaveLength(3)
  expect(readContents(test)).toEqual(['harmless', 'x', 'y'])
})

it('keeps versions that another thread\'s review needs, attributed to outside', () => {
  const test = new TestLedger()
  test.begin('other')
  test.write('file', '1')
  test.end([turnOf('other')], 'other')
  test.turn(() => test.write('file', '2'))
  test.ledger.forget({ threadId: 'thread' })
  expect(test.ledger.tables.versions.ofPath('file').map(({ author, threadId }) => [author, threadId])).toEqual([
    ['unannounced', 'other'],
    ['outside', undefined],
  ])
})

it('a ledger is empty after its last thread is deleted, and starts over with the next one', () => {
  const test = new TestLedger()
  test.write('file', secret)
  test.turn(() => test.write('file', 'x'))
  test.ledger.forget({ threadId: 'thread' })
  expect(readContents(test)).toEqual([])
  const stored = readdirSync(test.storeFolder).filter(name => name.startsWith('ledger.db'))
  expect(listContentFiles(test.storeFolder)).toEqual([])
  expect(stored.some(name => readFileSync(join(test.storeFolder, name)).includes(secret))).toBe(false)
  expect(test.turn(() => test.write('file', 'y'))).toEqual({ file: 'changed unannounced' })
  expect(test.before('file')).toBe('x')
})

it('deletes the oldest turns beyond the limit, but no pending changes', () => {
  const test = new TestLedger()
  test.write('by others', '0')
  test.write('by the agent', '0')
  test.turn(() => test.write('by the agent', '1'))
  for (let turn = 0; turn < retention.turns; turn++) {
    test.write('by others', `${turn + 1}`)
    test.turn(() => {})
  }
  while (test.ledger.collect())
    ;
  expect(test.ledger.tables.turns.all()).toHaveLength(retention.turns)
  expect(test.before('by the agent')).toBe('0')
  expect(test.ledger.tables.versions.ofPath('by others').length).toBeLessThan(retention.turns)
})

it('deletes turns when the ledger\'s share of the disk is used up', () => {
  const test = new TestLedger({ limits: { ...anyDisk, storeBytes: 1_300_000 } })
  const random = () => Array.from({ length: 200_000 }, () => String.fromCharCode(33 + Math.random() * 94)).join('')
  for (let turn = 0; turn < 10; turn++) {
    test.write('file', random())
    test.turn(() => {})
    while (test.ledger.collect())
      ;
  }
  expect(test.ledger.tables.turns.all().length).toBeLessThan(10)
  expect(test.ledger.tables.contents.storedBytes()).toBeLessThan(1_300_000)
  expect(test.begin().gap).toBeUndefined()
})

it('deletes the oldest turns of all folders if their total is too large, but no pending changes', () => {
  const all = mkdtempSync(join(tmpdir(), 'parley-ledgers-'))
  onTestFinished(() => rmSync(all, { recursive: true, force: true }))
  const limits = { ...anyDisk, allBytes: 20_000_000 }
  const evidence = new SetEvidence()
  const open = (name: string, folder: string) =>
    new Ledger({
      folder,
      storeFolder: join(all, name),
      allFolder: all,
      evidence,
      closed: [],
      home: '/nowhere',
      onReported: () => {},
      limits,
    })
  const [first, second] = [new TestLedger(), new TestLedger()]
  const ledgers = [open('first', first.folder), open('second', second.folder)] as const
  onTestFinished(() => ledgers[1].dispose())
  const random = () => randomBytes(200_000).toString('base64')
  for (const [index, { folder }] of [first, second].entries()) {
    for (let turn = 0; turn < 6; turn++) {
      writeFileSync(join(folder, 'file'), random())
      evidence.turns = []
      ledgers[index]!.beginTurn({ threadId: 'thread', promptId: `${turn}` })
      writeFileSync(join(folder, 'by the agent'), turn === 0 ? '1' : '2')
      evidence.turns = [turnOf('thread', { promptId: `${turn}` })]
      ledgers[index]!.endTurn({ threadId: 'thread', promptId: `${turn}` })
    }
  }
  limits.allBytes = 2_000_000
  expect(measureBytes(all)).toBeGreaterThan(limits.allBytes)
  while (ledgers[1].collect())
    ;
  expect(measureBytes(all)).toBeLessThan(limits.allBytes)
  expect(ledgers[0].tables.turns.all().length).toBeLessThan(6)
  expect(ledgers[1].tables.turns.all()).toHaveLength(6)
  expect(ledgers[0].tables.versions.ofPath('by the agent').map(({ before }) => before)[0]).toBe('-')
  writeFileSync(join(first.folder, 'file'), 'after')
  evidence.turns = []
  ledgers[0].scan()
  const { before } = ledgers[0].tables.versions.ofPath('file').at(-1)!
  expect(ledgers[0].readContent(before.split(' ').at(-1)!)?.length).toBeGreaterThan(200_000)

  ledgers[0].database.sql.prepare('UPDATE turns SET at = at - ?').run(48 * 3_600_000)
  ledgers[0].dispose()
  while (pruneOldestTurn(all, 0, pruneDecided))
    ;
  const opened = open('first', first.folder)
  onTestFinished(() => opened.dispose())
  expect(opened.tables.turns.all()).toEqual([])
  expect(opened.tables.versions.ofPath('by the agent')[0]!.before).toBe('-')
  expect(ledgers[1].tables.turns.all()).toHaveLength(1)
})

it('reports a gap beyond the limit of all folders, and then deletes turns of other folders to make room', () => {
  const all = createLedgersFolder()
  const limits = { ...anyDisk, allBytes: 2_000_000 }
  const first = recordFolder(all, 'first', { ...limits, allBytes: 20_000_000 })
  const second = recordFolder(all, 'second', limits)
  for (let turn = 0; turn < 8; turn++)
    first.turn(`${turn}`, () => {}, () => writeFileSync(first.file, randomBytes(200_000).toString('base64')))
  const write = (): void => writeFileSync(second.file, randomBytes(200_000).toString('base64'))
  expect(second.turn('1', write).gap).toContain('for lack of space')
  expect(second.ledger.needsPruning).toBe(true)
  while (second.ledger.collect())
    ;
  expect(measureBytes(all)).toBeLessThan(limits.allBytes)
  expect(second.turn('2', write).gap).toBeUndefined()
})

it('deletes old turns in unused folders too', () => {
  const all = createLedgersFolder()
  const [old, used] = [recordFolder(all, 'old'), recordFolder(all, 'used')]
  old.turn('1', () => writeFileSync(old.file, 'the agent\'s'))
  old.turn('2', () => {}, () => writeFileSync(old.file, 'mine'))
  const { sql } = old.ledger.database
  const countTurns = (): number => sql.prepare('SELECT count(*) FROM turns').pluck().get() as number
  sql.exec(`UPDATE turns SET at = at - ${31 * 24 * 3_600_000} WHERE prompt = '1'`)
  used.turn('1', () => {})
  while (used.ledger.collect())
    ;
  expect(countTurns()).toBe(1)
  expect(old.ledger.tables.versions.ofPath('file')).toHaveLength(2)
})

it.each([
  ['without its contents', (ledger: string) => rmSync(join(ledger, 'packs'), { recursive: true })],
  ['with a file in place of its contents', (ledger: string) => {
    rmSync(join(ledger, 'packs'), { recursive: true })
    writeFileSync(join(ledger, 'packs'), '')
  }],
  ['with a folder in place of its database', (ledger: string) => {
    rmSync(join(ledger, 'ledger.db'))
    mkdirSync(join(ledger, 'ledger.db'))
  }],
])('records and prunes beside another folder\'s ledger %s', (_what, damage) => {
  const all = createLedgersFolder()
  const [other, used] = [recordFolder(all, 'other'), recordFolder(all, 'used')]
  other.turn('1', () => writeFileSync(other.file, 'the agent\'s'))
  other.ledger.dispose()
  damage(join(all, 'other'))
  used.turn('1', () => writeFileSync(used.file, 'the agent\'s'))
  expect(used.ledger.tables.versions.ofPath('file')).toHaveLength(1)
  while (used.ledger.collect())
    ;
  expect(pruneOldestTurn(all, 0, () => undefined)).toBe(false)
})

it('counts the size of a damaged ledger that was set aside, and erases it with a thread or after a week', () => {
  const all = createLedgersFolder()
  const test = recordFolder(all, 'damaged')
  const damage = (): void => {
    test.ledger.dispose()
    writeFileSync(join(all, 'damaged', 'ledger.db'), 'no database'.repeat(300_000))
    test.open()
  }
  const listSetAside = (): string[] => readdirSync(join(all, 'damaged')).filter(name => name.includes('.damaged'))
  damage()
  expect(listSetAside()).toContain('ledger.db.damaged')
  expect(measureLedgers(all)).toBeGreaterThan(3_000_000)
  test.ledger.forget({ threadId: 'thread' })
  expect(listSetAside()).toEqual([])
  damage()
  removeSetAside(join(all, 'damaged'), Date.now())
  expect(listSetAside()).not.toEqual([])
  removeSetAside(join(all, 'damaged'), Date.now() + 8 * 24 * 3_600_000)
  expect(listSetAside()).toEqual([])
})

interface RecordedFolder {
  readonly file: string
  ledger: Ledger
  open: () => void
  turn: (promptId: string, work: () => void, before?: () => void) => { gap?: string }
}

/** A folder whose ledger is beside those of others. */
function recordFolder(all: string, name: string, limits = anyDisk): RecordedFolder {
  const { folder } = new TestLedger()
  const evidence = new SetEvidence()
  const storeFolder = join(all, name)
  const options = { folder, storeFolder, allFolder: all, evidence, closed: [], home: '/nowhere', onReported: () => {}, limits }
  const recorded: RecordedFolder = {
    file: join(folder, 'file'),
    ledger: new Ledger(options),
    open: () => void (recorded.ledger = new Ledger(options)),
    turn: (promptId, work, before = () => {}) => {
      before()
      evidence.turns = []
      recorded.ledger.beginTurn({ threadId: 'thread', promptId })
      work()
      evidence.turns = [turnOf('thread', { promptId })]
      return recorded.ledger.endTurn({ threadId: 'thread', promptId })
    },
  }
  onTestFinished(() => recorded.ledger.dispose())
  return recorded
}

function createLedgersFolder(): string {
  const all = mkdtempSync(join(tmpdir(), 'parley-ledgers-'))
  onTestFinished(() => rmSync(all, { recursive: true, force: true }))
  return all
}

function measureBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function readContents({ ledger }: TestLedger): string[] {
  const hashes = ledger.database.sql.prepare<[], string>('SELECT lower(hex(hash)) FROM contents').pluck().all()
  return hashes.map(hash => ledger.readContent(hash)!.toString()).sort()
}
