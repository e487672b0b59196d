import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { retention } from '../../../src/main/changes/ledgerCare'
import { seeLimits } from '../../../src/main/changes/see/seeLimits'
import { TestLedger, witnessOf } from '../../support/testLedger'

const secret = 'a secret that only one thread knows'

it('erases what only a deleted thread needs, large or small, at once', () => {
  const test = new TestLedger()
  test.write('other', 'x')
  test.begin('other')
  test.write('other', 'y')
  test.end([witnessOf('other')], 'other')
  test.turn(() => test.write('file', secret))
  test.turn(() => test.write('file', `${secret}\n`.repeat(100_000)))
  test.turn(() => test.write('file', 'harmless'))
  test.ledger.forget({ threadId: 'thread' })
  expect(test.before('other')).toBe('x')
  expect(test.ledger.tables.versions.ofPath('file')).toEqual([])
  expect(readdirSync(join(test.storeFolder, 'large'))).toEqual([])
  expect(contentsOf(test)).toEqual(['harmless', 'x', 'y'])
})

it('keeps what another thread\'s review needs, as done by somebody outside', () => {
  const test = new TestLedger()
  test.begin('other')
  test.write('file', '1')
  test.end([witnessOf('other')], 'other')
  test.turn(() => test.write('file', '2'))
  test.ledger.forget({ threadId: 'thread' })
  expect(test.ledger.tables.versions.ofPath('file').map(({ author, threadId }) => [author, threadId])).toEqual([
    ['unannounced', 'other'],
    ['outside', undefined],
  ])
})

it('holds nothing once its last thread is deleted, and begins anew with the next', () => {
  const test = new TestLedger()
  test.write('file', secret)
  test.turn(() => test.write('file', 'x'))
  test.ledger.forget({ threadId: 'thread' })
  expect(contentsOf(test)).toEqual([])
  const stored = readdirSync(test.storeFolder).filter(name => name.startsWith('ledger.db'))
  expect(stored.some(name => readFileSync(join(test.storeFolder, name)).includes(secret))).toBe(false)
  expect(test.turn(() => test.write('file', 'y'))).toEqual({ file: 'changed unannounced' })
  expect(test.before('file')).toBe('x')
})

it('gives up the oldest turns beyond the limit, but nothing that waits for a decision', () => {
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

it('gives up turns when its share of the disk is full', () => {
  const test = new TestLedger({ limits: { ...seeLimits, storeBytes: 1_300_000 } })
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

function contentsOf({ ledger }: TestLedger): string[] {
  const hashes = ledger.database.sql.prepare<[], string>('SELECT lower(hex(hash)) FROM contents').pluck().all()
  return hashes.map(hash => ledger.textOf(hash)!.toString()).sort()
}
