import { expect, inject, it } from 'vitest'
import { crashRun } from './crashRun'

// Hundreds of kills, and how much of what agents said is lost, are in crash.slow.test.ts.
it('loses nothing that was acknowledged when the host is killed twice', async () => {
  const { kills, prompts, answers, faults } = await crashRun({ program: inject('builtHost'), kills: 2 })

  expect(faults).toEqual([])
  expect(kills).toBe(2)
  expect(Math.min(prompts, answers)).toBeGreaterThan(0)
}, 60_000)
