import { expect, it } from 'vitest'
import { alignLines } from '../../../src/shared/diff/alignLines'

/** Number of lines above which the texts are split. */
const between = Array.from({ length: 400 }, (_, index) => `${index}\n`)
const toLines = (letters: string): string[] => [...letters].map(letter => `${letter}\n`)

it('treats lines beyond its limit as replaced', () => {
  const old = [...toLines('abcabc'), ...between, ...toLines('abcabc')]
  const fresh = [...toLines('bcxcab'), ...between, ...toLines('bcxcab')]
  const findRemoved = (budget?: { squaredEdits: number }) => alignLines(old, fresh, budget)
    .filter(({ kind }) => kind === 'removed')
    .map(({ lines }) => lines.join('').replaceAll('\n', ''))

  expect(findRemoved()).toEqual(['a', 'c', 'a', 'c'])
  expect(findRemoved({ squaredEdits: 1 })).toEqual(['a', 'c', 'abcabc'])
})
