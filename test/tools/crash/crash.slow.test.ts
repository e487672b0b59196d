import { expect, inject, it } from 'vitest'
import { crashRun } from './crashRun'

it('loses nothing that was acknowledged, and at most 100 ms of what agents said, whenever the host is killed', async () => {
  const { kills, prompts, answers, faults, worstOwnGapMs } = await crashRun({ program: inject('builtHost'), kills: 300 })

  expect(faults).toEqual([])
  expect(worstOwnGapMs).toBeLessThanOrEqual(100)
  expect(kills).toBe(300)
  expect(Math.min(prompts, answers)).toBeGreaterThan(200)
}, 900_000)
