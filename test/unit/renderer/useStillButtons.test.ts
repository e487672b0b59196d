import { expect, it } from 'vitest'
import { Stillness } from '../../../src/renderer/composables/answers/useStillButtons'

/** Looks every 20 ms for some time; returns the last result. */
function watch(stillness: Stillness, print: string, from: number, durationMs: number): boolean {
  let isStill = false
  for (let now = from; now <= from + durationMs; now += 20)
    isStill = stillness.check(print, now)
  return isStill
}

it('a button that stays in place for half a second is still', () => {
  const stillness = new Stillness()
  expect(watch(stillness, 'a', 1_000, 480)).toBe(false)
  expect(stillness.check('a', 1_500)).toBe(true)
})

it('any move restarts the half second, even one back to the old place', () => {
  const stillness = new Stillness()
  watch(stillness, 'a', 0, 600)
  expect(stillness.check('b', 610)).toBe(false)
  expect(watch(stillness, 'a', 620, 480)).toBe(false)
  expect(watch(stillness, 'a', 1_120, 20)).toBe(true)
})

it('time during which the window hung does not count', () => {
  const stillness = new Stillness()
  stillness.check('a', 0)
  expect(stillness.check('a', 10_000)).toBe(false)
  expect(watch(stillness, 'a', 10_020, 400)).toBe(true)
})

it('a press before the button was still does not count, however late its event arrives', () => {
  const stillness = new Stillness()
  watch(stillness, 'a', 0, 600)
  expect(stillness.wasStillAt(300)).toBe(false)
  expect(stillness.wasStillAt(550)).toBe(true)
  stillness.restart()
  expect(stillness.wasStillAt(700)).toBe(false)
})

it('an expected move keeps a button still, an unexpected one does not', () => {
  const form = new Stillness({ isStill: true })
  expect(form.check('a', 0, { isExpected: true })).toBe(true)
  expect(form.check('b', 20, { isExpected: true })).toBe(true)
  expect(form.wasStillAt(10)).toBe(true)
  expect(form.check('c', 40)).toBe(false)
  expect(form.wasStillAt(30)).toBe(false)
  expect(watch(form, 'c', 60, 500)).toBe(true)
})
