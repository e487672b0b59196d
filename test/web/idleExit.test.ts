import { expect, it } from 'vitest'
import { unusedFor } from '../../src/main/web/idleExit'

it('waits for the whole time in one piece', async () => {
  let isInUse = true
  let isOver = false
  const over = unusedFor({ limitMs: 100, isInUse: () => isInUse, pollMs: 5 }).then(() => isOver = true)
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(isOver).toBe(false)
  const freeAt = performance.now()
  isInUse = false
  await over
  // The last look that found it in use was at most one poll before.
  expect(performance.now() - freeAt).toBeGreaterThanOrEqual(90)
})

it('never ends by itself unless asked to', async () => {
  const over = unusedFor({ limitMs: undefined, isInUse: () => false, pollMs: 1 })
  expect(await Promise.race([over, new Promise(resolve => setTimeout(() => resolve('goes on'), 100))])).toBe('goes on')
})
