import { expect, inject, it } from 'vitest'
import { crashRun } from './crashRun'

// Hundreds of kills, and how much of the agents' text is lost, are in crash.slow.test.ts.
it('loses nothing that was acknowledged when the host is killed a few times', async () => {
  const { kills, prompts, faults } = await crashRun({ program: inject('builtHost'), kills: 3 })

  expect(faults).toEqual([])
  expect(kills).toBe(3)
  expect(prompts).toBeGreaterThan(0)
}, 60_000)
