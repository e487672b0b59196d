import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { buildHost } from '../../unit/web/buildHost'
import { crashRun } from './crashRun'

it('loses nothing that was acknowledged, and at most 100 ms of what agents said, whenever the host is killed', async () => {
  const program = await buildHost()
  onTestFinished(() => rm(program, { recursive: true, force: true }))

  const { kills, prompts, answers, faults, worstOwnGapMs } = await crashRun({ program, kills: 15 })

  expect(faults).toEqual([])
  expect(worstOwnGapMs).toBeLessThanOrEqual(100)
  expect(kills).toBe(15)
  expect(Math.min(prompts, answers)).toBeGreaterThan(10)
}, 180_000)
