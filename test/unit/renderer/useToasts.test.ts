import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { Toasts } from '../../../src/renderer/components/base/useToasts'
import { useUndo } from '../../../src/renderer/components/threads/threadActs'

const listTexts = (toasts: Toasts) => toasts.shown.value.map(({ text }) => text)

it('shows three toasts at most, the newest last, and removes one early', () => {
  const toasts = new Toasts()
  const run = vi.fn()
  const close = toasts.show({ text: 'one' })
  toasts.show({ text: 'two', action: { name: 'Undo', run } })
  expect(listTexts(toasts)).toEqual(['one', 'two'])
  close()
  expect(listTexts(toasts)).toEqual(['two'])
  for (const text of ['three', 'four', 'five'])
    toasts.show({ text })
  expect(listTexts(toasts)).toEqual(['three', 'four', 'five'])
  close()
  expect(listTexts(toasts)).toHaveLength(3)
  // It disappears because it is old, not because it was chosen.
  expect(run).not.toHaveBeenCalled()
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setup(): { toasts: Toasts, undone: string[], undo: ReturnType<typeof useUndo>, offer: (name: string) => void } {
  const toasts = new Toasts()
  const undone: string[] = []
  const undo = effectScope().run(() => useUndo(toasts))!
  return { toasts, undone, undo, offer: name => undo.offer({ text: name }, () => undone.push(name)) }
}

it('undoes the latest action first, even one whose toast is gone', () => {
  const { toasts, undone, undo, offer } = setup()
  for (const name of ['1', '2', '3', '4'])
    offer(name)
  expect(toasts.shown.value.map(({ text }) => text)).toEqual(['2', '3', '4'])
  toasts.shown.value[1]!.action!.run()
  undo.undoLast()
  undo.undoLast()
  undo.undoLast()
  expect(undone).toEqual(['3', '4', '2', '1'])
  expect(toasts.shown.value).toEqual([])
})

it('removes Undo once it is no longer possible', () => {
  const { toasts, undone, undo, offer } = setup()
  offer('old')
  vi.advanceTimersByTime(9_999)
  expect(undo.canUndo.value).toBe(true)
  vi.advanceTimersByTime(1)
  expect(undo.canUndo.value).toBe(false)
  expect(toasts.shown.value).toEqual([])
  undo.undoLast()
  expect(undone).toEqual([])
})
