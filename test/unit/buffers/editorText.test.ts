import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeChanges, toEditorText } from '../../../src/main/buffers/text/editorText'

it('computes changes that turn one text into another', () => {
  const part = fc.constantFrom('a\n', 'b\n', 'same\n', '\n', '😀', '😁', 'x')
  const text = fc.array(part, { maxLength: 20 }).map(parts => parts.join(''))
  fc.assert(fc.property(text, text, (before, after) => {
    expect(computeChanges(toEditorText(before), toEditorText(after)).apply(toEditorText(before)).toString()).toBe(after)
  }), { numRuns: 1_000 })
})

it('changes only differing parts, without splitting a character', () => {
  const changes = (before: string, after: string): unknown => computeChanges(
    toEditorText(before),
    toEditorText(after),
  ).toJSON()
  expect(changes('one\ntwo\nthree\nfour\n', 'one\ntwo!\nthree\nFour\n')).toEqual([7, [0, '!'], 7, [1, 'F'], 4])
  expect(changes('😀\n', '😁\n')).toEqual([[2, '😁'], 1])
  expect(changes('a\n', 'a\n')).toEqual([2])
})

it('replaces the middle as a whole if comparing its lines would take long', () => {
  const makeText = (word: string) => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `${word} ${index} ${'-'.repeat(1_000)}\n`)
    return toEditorText(`head\n${lines.join('')}tail\n`)
  }
  const [before, after] = [makeText('before'), makeText('after')]
  const changes = computeChanges(before, after)
  expect((changes.toJSON() as unknown[]).length).toBe(3)
  expect(changes.apply(before).eq(after)).toBe(true)
})
