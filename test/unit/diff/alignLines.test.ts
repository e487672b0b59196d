import { expect, it } from 'vitest'
import { alignLines } from '../../../src/shared/diff/alignLines'

/** Number of lines above which the texts are split. */
const between = Array.from({ length: 400 }, (_, index) => `${index}\n`)
const lines = (letters: string): string[] => [...letters].map(letter => `${letter}\n`)

it('treats lines beyond its limit as replaced', () => {
  const old = [...lines('abcabc'), ...between, ...lines('abcabc')]
  const fresh = [...lines('bcxcab'), ...between, ...lines('bcxcab')]
  const removed = (budget?: { squaredEdits: number }) => alignLines(old, fresh, budget)
    .filter(({ kind }) => kind === 'removed')
    .map(({ lines }) => lines.join('').replaceAll('\n', ''))

  expect(removed()).toEqual(['a', 'c', 'a', 'c'])
  expect(removed({ squaredEdits: 1 })).toEqual(['a', 'c', 'abcabc'])
})
