import { expect, it, onTestFinished, vi } from 'vitest'
import { waitUntilUnused } from '../../../src/main/web/idleExit'

it('waits until Parley was unused for the whole time, without interruption', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isInUse = true
  let isOver = false
  const over = waitUntilUnused({ limitMs: 100, isInUse: () => isInUse, pollMs: 5 }).then(() => isOver = true)
  await vi.advanceTimersByTimeAsync(200)
  expect(isOver).toBe(false)
  isInUse = false
  await vi.advanceTimersByTimeAsync(95)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(5)
  await over
})

it('does not exit when idle unless configured to', async () => {
  const over = waitUntilUnused({ limitMs: undefined, isInUse: () => false, pollMs: 1 })
  expect(await Promise.race([over, new Promise(resolve => setTimeout(resolve, 100, 'goes on'))])).toBe('goes on')
})
