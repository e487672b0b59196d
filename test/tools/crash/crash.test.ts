import { expect, inject, it } from 'vitest'
import { crashRun } from './crashRun'

// Hundreds of kills are in crash.slow.test.ts.
it('loses nothing that was acknowledged, and at most 100 ms of what agents said, when the host is killed a few times', async () => {
  const { kills, prompts, answers, faults, worstOwnGapMs } = await crashRun({ program: inject('builtHost'), kills: 5 })

  expect(faults).toEqual([])
  expect(worstOwnGapMs).toBeLessThanOrEqual(100)
  expect(kills).toBe(5)
  expect(Math.min(prompts, answers)).toBeGreaterThan(0)
}, 60_000)
