import { existsSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { Review } from '../../../src/main/changes/review/review'
import { Finishing } from '../../../src/main/threads/changes/finishing'
import { temporaryFolder } from '../../support/temporaryFolder'
import { ReviewedFolder } from './reviewedFolder'

const names = ['a', 'b', 'c', 'd']
const thread = { threadId: 'A' }

/** The agent made these files by a command. The review makes room for others after each file. */
function made(): { folder: ReviewedFolder, review: Review, mark: number, there: () => string[] } {
  const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  folder.others(() => folder.write('mine', 'mine\n'))
  folder.turn('A', 'p', () => names.forEach(name => folder.write(name, `${name}\n`)), { commandUntil: Infinity })
  const review = new Review(folder.ledger, { workForMs: 0 })
  const [mark] = review.list(thread).marks as [number]
  return { folder, review, mark, there: () => names.filter(name => existsSync(folder.at(name))) }
}

it('a decision about all is one that makes room for others, and is taken back as one', async () => {
  const { folder, review, mark, there } = made()
  const begun = review.decideAll({ ...thread, act: 'reject', mark })
  expect(begun).toMatchObject({ done: 1, unfinished: { of: 4, canStop: true }, paths: names.map(folder.at) })
  folder.others(() => folder.write('a', 'a\nmine\n')) // what comes in between stays
  const finishing = new Finishing()
  const goOn = (operation: Parameters<Review['goOn']>[0]) => Promise.resolve(review.goOn(operation))
  expect(await finishing.finish({ goOn }, begun)).toMatchObject({ done: 3 })
  expect(finishing.progress).toBeUndefined()
  expect(there()).toEqual(['a'])

  const back = review.undo({ ...thread, ...review.lastAct(thread)! })!
  expect(back).toMatchObject({ done: 1, unfinished: { canStop: false } })
  finishing.stop() // which does not end halfway
  expect(await finishing.finish({ goOn }, back)).toMatchObject({ done: 3, left: [] })
  expect(there()).toEqual(names)
  expect([folder.text('a'), folder.text('mine')]).toEqual(['a\nmine\n', 'mine\n'])
})

it('one that is stopped leaves the rest as it is, and what was done can be taken back', () => {
  const { review, mark, there } = made()
  const { unfinished } = review.decideAll({ ...thread, act: 'reject', mark })
  expect(review.goOn({ operation: unfinished!.operation, stops: true })).toEqual({ done: 1, left: [] })
  expect(there()).toHaveLength(3)
  expect(review.list(thread)).toMatchObject({ pending: 3, undo: { act: 'reject' } })
  review.undo({ ...thread, ...review.lastAct(thread)! })
  expect(review.list(thread)).toMatchObject({ pending: 4 })
})

it('one is ended by what is decided next', () => {
  const { folder, review, mark, there } = made()
  folder.turn('A', 'q', () => folder.write('mine', 'theirs\n'))
  const { unfinished } = review.decideAll({ ...thread, act: 'reject', mark })
  const next = review.decideAll({ ...thread, act: 'reject', mark: review.list(thread).marks[0]! })
  expect(next).toMatchObject({ done: 1, paths: [folder.at('mine')] })
  expect([there(), folder.text('mine')]).toEqual([[], 'mine\n'])
  expect(review.goOn({ operation: unfinished!.operation, stops: true })).toEqual({ done: 4, left: [] })
})

it('it takes in nothing that came after the list, and may be about one author', () => {
  const { folder, review, mark, there } = made()
  folder.turn('A', 'q', () => folder.write('a', 'again\n'))
  const all = { ...thread, act: 'keep' as const, mark }
  expect(review.decideAll({ ...all, by: 'asked' })).toEqual({ done: 0, left: [], paths: [] })
  expect(review.decideAll({ ...all, by: 'command' })).toMatchObject({ done: 3, paths: ['b', 'c', 'd'].map(folder.at) })
  expect([review.list(thread).pending, there()]).toEqual([1, names])
})
