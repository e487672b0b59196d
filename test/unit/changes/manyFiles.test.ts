import { existsSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { Review } from '../../../src/main/changes/review/review'
import { LongOperation } from '../../../src/main/changes/thread/longOperation'
import { getInitialChoice, getPlannedGrade } from '../../../src/renderer/components/changes/planned/plannedFiles'
import { temporaryFolder } from '../../support/temporaryFolder'
import { rejectAll, ReviewedFolder } from './reviewedFolder'

const names = ['a', 'b', 'c', 'd']
const thread = { threadId: 'A' }

/** The agent made these files by a command. The review makes room for others after each file. */
function makeFiles(): { folder: ReviewedFolder, review: Review, mark: number, there: () => string[] } {
  const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  folder.others(() => folder.write('mine', 'mine\n'))
  folder.turn('A', 'p', () => names.forEach(name => folder.write(name, `${name}\n`)), { commandUntil: Infinity })
  const review = new Review(folder.ledger, { workForMs: 0 })
  const [mark] = review.list(thread).marks as [number]
  return { folder, review, mark, there: () => names.filter(name => existsSync(folder.at(name))) }
}

it('a decision about all files yields to other calls, and is undone as one', async () => {
  const { folder, review, there } = makeFiles()
  const begun = rejectAll(review, thread)
  expect(begun).toMatchObject({ done: 1, unfinished: { of: 4, canStop: true } })
  folder.others(() => folder.write('a', 'a\nmine\n')) // changes in between are kept
  const finishing = new LongOperation()
  const resume = (operation: Parameters<Review['resume']>[0]) => Promise.resolve(review.resume(operation))
  expect(await finishing.finish({ resume }, begun)).toMatchObject({ done: 3 })
  expect(finishing.progress).toBeUndefined()
  expect(there()).toEqual(['a'])

  const back = review.undo({ ...thread, ...review.lastAct(thread)! })!
  expect(back).toMatchObject({ done: 1, unfinished: { canStop: false } })
  finishing.stop() // which does not end halfway
  expect(await finishing.finish({ resume }, back)).toMatchObject({ done: 3, left: [] })
  expect(there()).toEqual(names)
  expect([folder.text('a'), folder.text('mine')]).toEqual(['a\nmine\n', 'mine\n'])
})

it('a stopped decision skips the remaining files, and can be undone', () => {
  const { review, there } = makeFiles()
  const { unfinished } = rejectAll(review, thread)
  expect(review.resume({ operation: unfinished!.operation, stops: true })).toEqual({ done: 1, left: [] })
  expect(there()).toHaveLength(3)
  expect(review.list(thread)).toMatchObject({ pending: 3, undo: { act: 'reject' } })
  review.undo({ ...thread, ...review.lastAct(thread)! })
  expect(review.list(thread)).toMatchObject({ pending: 4 })
})

it('the next decision finishes a running one', () => {
  const { folder, review, there } = makeFiles()
  const { unfinished } = rejectAll(review, thread)
  folder.turn('A', 'q', () => folder.write('mine', 'theirs\n'))
  const files = review.previewReject(thread).filter(({ path }) => path === folder.at('mine'))
  expect(review.decide({ ...thread, act: 'reject', files })).toMatchObject({ done: 1, left: [] })
  expect([there(), folder.text('mine')]).toEqual([[], 'mine\n'])
  expect(review.resume({ operation: unfinished!.operation, stops: true })).toEqual({ done: 4, left: [] })
})

it('a decision finished by another one reports its skipped files', () => {
  const { folder, review } = makeFiles()
  const { operation } = rejectAll(review, thread).unfinished!
  folder.write('a', 'somebody else\'s\n')
  review.decide({ ...thread, act: 'keep', files: [] })
  expect(review.resume({ operation, stops: false })).toMatchObject({ done: 3, left: [{ path: folder.at('a'), why: 'changedMeanwhile' }] })
})

it('a decision about all files ignores later changes, and may be limited to one grade', () => {
  const { folder, review, mark, there } = makeFiles()
  folder.turn('A', 'q', () => folder.write('a', 'again\n'))
  const all = { ...thread, act: 'keep' as const, mark }
  expect(review.decideAll({ ...all, by: 'asked' })).toEqual({ done: 0, left: [], paths: [] })
  expect(review.decideAll({ ...all, by: 'command' })).toMatchObject({ done: 3, paths: ['b', 'c', 'd'].map(folder.at) })
  expect([review.list(thread).pending, there()]).toEqual([1, names])
})

it('a decision limited to one grade includes all files shown with that grade', () => {
  const { folder, review } = makeFiles()
  folder.turn('A', 'q', () => folder.write('a', 'again\n'), { named: new Map([[folder.at('a'), [{ from: 0, to: Infinity }]]]) })
  const all = { ...thread, act: 'keep' as const, mark: review.list(thread).marks[0]! }
  expect(review.decideAll({ ...all, by: 'asked' })).toMatchObject({ done: 0 })
  expect(review.decideAll({ ...all, by: 'command' })).toMatchObject({ paths: names.map(folder.at) })
})

it('a rejection of all files without a preview includes only the agent\'s own edits', () => {
  const { folder, review, there } = makeFiles()
  folder.turn('A', 'q', () => folder.write('mine', 'theirs\n'), { named: new Map([[folder.at('mine'), [{ from: 0, to: Infinity }]]]) })
  const outcome = review.decideAll({ ...thread, act: 'reject', mark: review.list(thread).marks[0]! })
  expect(outcome).toMatchObject({ paths: [folder.at('mine')], left: names.map(name => ({ path: folder.at(name), why: 'failed' })) })
  expect([folder.text('mine'), there()]).toEqual(['mine\n', names])
})

it('a rejection is previewed with authors, and executed only as previewed', () => {
  const { folder, review, there } = makeFiles()
  folder.turn('A', 'q', () => folder.write('mine', 'theirs\n'))
  const planned = review.previewReject(thread)
  expect(planned.map(({ path, does, by }) => [path, does, ...by])).toEqual([
    ...names.map(name => [folder.at(name), 'delete', 'command']),
    [folder.at('mine'), 'restore', 'unannounced'],
  ])
  expect(planned.map(getPlannedGrade)).toEqual(['commands', 'commands', 'commands', 'commands', 'unclear'])
  expect(getInitialChoice(planned)).toEqual(new Set(names.map(folder.at)))
  folder.others(() => folder.write('a', 'a\nand the person\'s\n'))
  const begun = review.decide({ ...thread, act: 'reject', files: planned.filter(({ path }) => path <= folder.at('b')) })
  expect(begun).toMatchObject({ done: 1, left: [{ path: folder.at('a'), why: 'stale' }] })
  expect([there(), folder.text('mine')]).toEqual([['a', 'c', 'd'], 'theirs\n'])
})
