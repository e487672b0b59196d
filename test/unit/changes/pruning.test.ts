import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { pruneDecided } from '../../../src/main/changes/review/pruneDecided'
import { Review } from '../../../src/main/changes/review/review'
import { scanLimits } from '../../../src/main/changes/scan/scanLimits'
import { turnOf } from '../../support/setEvidence'
import { temporaryFolder } from '../../support/temporaryFolder'
import { TestLedger } from '../../support/testLedger'
import { findReviewFaults } from './randomReviews'
import { rejectAll, ReviewedFolder } from './reviewedFolder'

const thread = { threadId: 'thread' }

it.each(['keep', 'reject'] as const)('decided changes are deleted with their turns, so that the ledger never fills up: %s', (act) => {
  const test = new TestLedger({ limits: { ...scanLimits, storeBytes: 2_500_000 } })
  const review = new Review(test.ledger)
  test.write('file', makeNoise(112_500))
  for (let turn = 0; turn < 30; turn++) {
    expect(test.begin().gap).toBeUndefined()
    test.write('file', makeNoise(112_500))
    expect(test.end([{ ...turnOf('thread'), promptId: `thread-${turn + 1}` }]).gap).toBeUndefined()
    decideAll(review, act)
    collect(test)
  }
  expect(test.ledger.tables.turns.all().length).toBeGreaterThan(1)
  expect(test.ledger.database.sql.prepare('SELECT count(*) FROM operations').pluck().get()).toBeLessThan(20)
  expect(review.tally(thread).pending).toBe(0)
})

it('old turns are deleted to make room for content that does not fit, which is then stored', () => {
  const test = new TestLedger({ limits: { ...scanLimits, storeBytes: 5_000_000 } })
  for (let turn = 0; turn < 4; turn++) {
    test.write('file', makeNoise(750_000))
    test.turn(() => {})
  }
  test.begin()
  test.write('more', makeNoise(1_500_000))
  expect(test.end().gap).toContain('for lack of space')
  expect(test.ledger.needsPruning).toBe(true)
  collect(test)
  test.ledger.readMore(1_000)
  expect(test.ledger.needsPruning).toBe(false)
  expect(test.ledger.tables.versions.ofPath('more')[0]!.after).toMatch(/^f /)
  expect(test.begin().gap).toBeUndefined()
})

it('pending changes outlive their turn, despite decided changes of the same file and writes of others', () => {
  const test = new TestLedger()
  const review = new Review(test.ledger)
  const makeText = (...changed: number[]): string =>
    Array.from({ length: 50 }, (_, line) => `${line}${changed.includes(line) ? '!' : ''}\n`).join('')
  const path = test.path('file')
  test.write('file', makeText())
  test.write('other', '1\n')
  test.turn(() => {
    test.write('file', makeText(1, 10, 20))
    test.write('other', '2\n')
  })
  const decide = (act: 'keep' | 'reject', hunk: number): void => {
    const { baseline, current } = review.read({ ...thread, path })
    expect(review.decide({ ...thread, act, files: [{ path, baseline, current, hunks: [hunk] }] })).toMatchObject({ done: 1 })
  }
  decide('keep', 0)
  decide('reject', 1)
  const other = review.list(thread).files.find(file => file.path !== path)!
  review.decide({ ...thread, act: 'keep', files: [{ path: other.path, ...other.keys! }] })
  test.write('file', makeText(1, 10, 40))
  age(test)
  expect(test.turn(() => {})).toEqual({})
  collect(test)
  expect(test.ledger.tables.turns.all()).toHaveLength(1)
  expect(test.ledger.tables.versions.ofPath('other')).toEqual([])
  expect(review.read({ ...thread, path })).toMatchObject({ before: makeText(1, 40), after: makeText(1, 10, 40) })
  decide('reject', 0)
  age(test)
  test.turn(() => {})
  collect(test)
  expect(test.ledger.tables.versions.between(0)).toEqual([])
  expect(['operations', 'steps', 'baselines'].map(table => test.ledger.database.sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get()))
    .toEqual([0, 0, 0])
})

it('an interrupted operation is never deleted', () => {
  const test = new TestLedger()
  const review = new Review(test.ledger, { workForMs: 0 })
  test.turn(() => ['a', 'b', 'c'].forEach(name => test.write(name, 'x')))
  expect(rejectAll(review, thread).unfinished).toBeDefined()
  age(test)
  collect(test)
  const { sql } = test.ledger.database
  expect(sql.prepare('SELECT count(*) FROM steps WHERE outcome IS NULL').pluck().get()).toBe(2)
  review.rollForward()
  expect(sql.prepare('SELECT count(*) FROM operations WHERE is_done').pluck().get()).toBe(1)
})

it('exactly the pending changes remain when all turns are deleted, after any history', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const folder = new ReviewedFolder(temporaryFolder('parley-giving-up-'), temporaryFolder('parley-ledger-'))
    findReviewFaults(folder, seed)
    const readPending = (): unknown => {
      const [file] = folder.files().filter(({ state }) => state === 'pending' || state === 'partly')
      const texts = file && folder.review.read({ threadId: 'A', path: file.path })
      return texts && [texts.before, texts.after]
    }
    const before = readPending()
    folder.ledger.transaction(() => {
      folder.ledger.database.sql.exec('DELETE FROM turns')
      pruneDecided(folder.ledger.database.sql, folder.ledger.tables)
    })
    expect([seed, readPending()]).toEqual([seed, before])
    folder.ledger.dispose()
  }
})

/** As if all of it were two months old. */
function age({ ledger: { database: { sql } } }: TestLedger): void {
  for (const table of ['turns', 'operations', 'versions'])
    sql.prepare(`UPDATE ${table} SET at = at - ?`).run(60 * 24 * 3_600_000)
}

function collect({ ledger }: TestLedger): void {
  while (ledger.collect())
    ;
}

function makeNoise(bytes: number): string {
  return randomBytes(bytes).toString('base64')
}

function decideAll(review: Review, act: 'keep' | 'reject'): void {
  if (act === 'keep')
    review.decideAll({ ...thread, act, mark: review.list(thread).marks[0]! })
  else
    rejectAll(review, thread)
}
