import { expect, it, vi } from 'vitest'
import { Toasts } from '../../../src/renderer/components/base/useToasts'

const texts = (toasts: Toasts) => toasts.shown.value.map(({ text }) => text)

it('shows three toasts at most, the newest last, and takes one away early', () => {
  const toasts = new Toasts()
  const run = vi.fn()
  const takeAway = toasts.show({ text: 'one' })
  toasts.show({ text: 'two', action: { name: 'Undo', run } })
  expect(texts(toasts)).toEqual(['one', 'two'])
  takeAway()
  expect(texts(toasts)).toEqual(['two'])
  for (const text of ['three', 'four', 'five'])
    toasts.show({ text })
  expect(texts(toasts)).toEqual(['three', 'four', 'five'])
  takeAway()
  expect(texts(toasts)).toHaveLength(3)
  // It goes because it is old, and not because someone chose.
  expect(run).not.toHaveBeenCalled()
})
