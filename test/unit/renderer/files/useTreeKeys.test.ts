import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TypeAhead } from '../../../../src/renderer/components/files/useTreeKeys'

const names = ['docs', 'lib', 'src', 'README.md', 'settings.json', 'styles.css']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('type-ahead moves to the next name that begins with the letter, with wrap-around', () => {
  const typeAhead = new TypeAhead()
  expect(typeAhead.find('s', names, 0)).toBe(2)
  expect(typeAhead.find('s', names, 2)).toBe(4)
  expect(typeAhead.find('S', names, 4)).toBe(5)
  vi.advanceTimersByTime(1_000)
  expect(typeAhead.find('s', names, 5)).toBe(2)
})

it('type-ahead joins letters typed in quick succession', () => {
  const typeAhead = new TypeAhead()
  expect(typeAhead.find('s', names, 0)).toBe(2)
  expect(typeAhead.find('t', names, 2)).toBe(5)
  vi.advanceTimersByTime(1_000)
  expect(typeAhead.find('r', names, 5)).toBe(3)
})

it('type-ahead finds nothing if no name begins with the letters', () => {
  expect(new TypeAhead().find('x', names, 0)).toBeUndefined()
  expect(new TypeAhead().find('x', [], 0)).toBeUndefined()
})
